// Wrong: goal no_spills
template <int Values>
__global__ __launch_bounds__(128, 8) void yours(const float* input, float* output, int elements)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float row[Values + 2];
#pragma unroll
    for (int j = 0; j < Values + 2; ++j) row[j] = input[i + j * elements];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Values; ++j) output[i + j * elements] = row[j] + 2 * row[j + 1] + row[j + 2];
}
