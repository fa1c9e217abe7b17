template <int Values, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned value[Values][128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    const int t = threadIdx.x;
#pragma unroll 4
    for (int j = 0; j < Values; ++j) value[j][t] = input[size_t(j) * n + i];
#pragma unroll 1
    for (int round = 0; round < 8; ++round) {
        const unsigned first = value[0][t];
#pragma unroll 4
        for (int j = 0; j < Values; ++j) value[j][t] = value[j][t] * 3 + (j + 1 < Values ? value[j + 1][t] : first);
    }
#pragma unroll 4
    for (int j = 0; j < Values; ++j) output[size_t(j) * n + i] = value[j][t];
}
