// Wrong: does not compile
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float row[Values + 2][128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    for (int j = 0; j < Values + 2; ++j) row[j][threadIdx.x] = input[i + j * elements];
    for (int j = 0; j < Values; ++j)
        output[i + j * elements] = row[j][threadIdx.x] + 2 * row[j + 1][threadIdx.x] + row[j + 2][threadIdx.x];
}
