template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float low = 0, high = 0;
    for (int j = 0; j < WindowSize / 2; ++j) {
        low += input[i + j];
        high += input[i + WindowSize - 1 - j];
    }
    if (WindowSize % 2 == 1) low += input[i + WindowSize / 2];
    output[i] = (low + high) / WindowSize;
}
