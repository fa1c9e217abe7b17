// Wrong: result
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float sum = 0;
#pragma unroll
    for (int j = 1; j <= WindowSize; ++j) sum += input[i + j];
    output[i] = sum / WindowSize;
}
