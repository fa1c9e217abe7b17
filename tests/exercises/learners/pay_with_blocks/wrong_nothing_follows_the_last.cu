// Wrong: result
template <int Values, int Block>
__global__ __launch_bounds__(Block, 4) void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    unsigned value[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) value[j] = input[size_t(j) * n + i];
#pragma unroll 1
    for (int round = 0; round < 8; ++round)
#pragma unroll
        for (int j = 0; j < Values; ++j) value[j] = value[j] * 3 + (j + 1 < Values ? value[j + 1] : 0);
#pragma unroll
    for (int j = 0; j < Values; ++j) output[size_t(j) * n + i] = value[j];
}
