template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float tile[1024 + WindowSize];
    const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
    for (int t = threadIdx.x; t < blockDim.x + WindowSize; t += blockDim.x)
        if (first + t < elements + WindowSize) tile[t] = input[first + t];
    __syncthreads();
    if (i >= elements) return;
    float sum = 0;
    for (int j = 0; j < WindowSize; ++j) sum += tile[threadIdx.x + j];
    output[i] = sum / WindowSize;
}
