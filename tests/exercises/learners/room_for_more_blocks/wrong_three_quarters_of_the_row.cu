// Wrong: goal eight_blocks
// The barrier keeps all that was read alive.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    constexpr int First = Values * 3 / 4;
    float row[First + 2];
#pragma unroll
    for (int j = 0; j < First + 2; ++j) row[j] = input[i + j * elements];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < First; ++j) output[i + j * elements] = row[j] + 2 * row[j + 1] + row[j + 2];
    for (int j = First; j < Values; ++j)
        output[i + j * elements] =
            input[i + j * elements] + 2 * input[i + (j + 1) * elements] + input[i + (j + 2) * elements];
}
