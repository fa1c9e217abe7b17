// Wrong: goal no_frame no_spills
__device__ __noinline__ float sum_of(const float* window, int count)
{
    float sum = 0;
    for (int j = 0; j < count; ++j) sum += window[j];
    return sum;
}

template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float window[WindowSize];
#pragma unroll
    for (int j = 0; j < WindowSize; ++j) window[j] = input[i + j];
    output[i] = sum_of(window, WindowSize) / WindowSize;
}
