// Wrong: does not compile
template <int Index>
__device__ float number_at(const float* window)
{
    return window[Index];
}

template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float window[WindowSize];
    for (int j = 0; j < WindowSize; ++j) window[j] = input[i + j];
    float sum = 0;
    for (int j = 0; j < WindowSize; ++j) sum += number_at<j>(window);
    output[i] = sum / WindowSize;
}
