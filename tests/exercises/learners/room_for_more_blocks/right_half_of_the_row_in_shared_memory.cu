template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Half = Values / 2;
    __shared__ float row[Half + 2][128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    for (int first = 0; first < Values; first += Half) {
        for (int j = 0; j < Half + 2; ++j) row[j][threadIdx.x] = input[i + (first + j) * elements];
        for (int j = 0; j < Half; ++j)
            output[i + (first + j) * elements] =
                row[j][threadIdx.x] + 2 * row[j + 1][threadIdx.x] + row[j + 2][threadIdx.x];
    }
}
