// Wrong: goal no_frame no_spills
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float window[WindowSize];
#pragma unroll
    for (int j = 0; j < WindowSize; ++j) window[j] = input[i + j];
    float sum = 0;
#pragma unroll
    for (int j = 0; j < WindowSize; ++j) sum += window[unsigned(j + elements) % WindowSize];
    output[i] = sum / WindowSize;
}
