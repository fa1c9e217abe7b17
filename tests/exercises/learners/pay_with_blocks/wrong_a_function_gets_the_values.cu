// Wrong: goal no_spills
__device__ __noinline__ void mix(unsigned* value, int count)
{
    const unsigned first = value[0];
    for (int j = 0; j < count; ++j) value[j] = value[j] * 3 + (j + 1 < count ? value[j + 1] : first);
}

template <int Values, int Block>
__global__ __launch_bounds__(Block, 4) void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    unsigned value[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) value[j] = input[size_t(j) * n + i];
    for (int round = 0; round < 8; ++round) mix(value, Values);
#pragma unroll
    for (int j = 0; j < Values; ++j) output[size_t(j) * n + i] = value[j];
}
