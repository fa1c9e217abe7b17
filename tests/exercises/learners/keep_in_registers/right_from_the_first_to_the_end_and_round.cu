template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    // The same numbers in the same order as before, without an array.
    const int begin = unsigned(elements) % WindowSize;
    float sum = 0;
    for (int j = begin; j < WindowSize; ++j) sum += input[i + j];
    for (int j = 0; j < begin; ++j) sum += input[i + j];
    output[i] = sum / WindowSize;
}
