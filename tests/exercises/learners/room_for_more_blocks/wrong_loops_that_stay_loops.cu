// Wrong: goal no_spills
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float row[Values + 2];
#pragma unroll 1
    for (int j = 0; j < Values + 2; ++j) row[j] = input[i + j * elements];
    __syncthreads();
#pragma unroll 1
    for (int j = 0; j < Values; ++j) output[i + j * elements] = row[j] + 2 * row[j + 1] + row[j + 2];
}
