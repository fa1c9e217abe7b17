template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float sum[4] = {};
#pragma unroll
    for (int j = 0; j < WindowSize; ++j) sum[j % 4] += input[i + j];
    output[i] = (sum[0] + sum[1] + sum[2] + sum[3]) / WindowSize;
}
