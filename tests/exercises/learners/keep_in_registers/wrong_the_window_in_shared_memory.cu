// Wrong: goal no_spills
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    __shared__ float window[256][WindowSize + 1];
    for (int j = 0; j < WindowSize; ++j) window[threadIdx.x][j] = input[i + j];
    float sum = 0;
    for (int j = 0; j < WindowSize; ++j) sum += window[threadIdx.x][unsigned(j + elements) % WindowSize];
    output[i] = sum / WindowSize;
}
