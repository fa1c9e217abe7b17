template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    constexpr int Some = 8;
#pragma unroll 1
    for (int first = 0; first < Values; first += Some) {
        float part[Some + 2];
#pragma unroll
        for (int j = 0; j < Some + 2; ++j)
            if (first + j < Values + 2) part[j] = input[i + (first + j) * elements];
#pragma unroll
        for (int j = 0; j < Some; ++j)
            if (first + j < Values) output[i + (first + j) * elements] = part[j] + 2 * part[j + 1] + part[j + 2];
    }
}
