template <int Values, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Own = 5 * Values / 12;
    __shared__ unsigned rest[Values - Own][Block];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    const int t = threadIdx.x;
    unsigned value[Own];
#pragma unroll
    for (int j = 0; j < Own; ++j) value[j] = input[size_t(j) * n + i];
    for (int j = Own; j < Values; ++j) rest[j - Own][t] = input[size_t(j) * n + i];
#pragma unroll 1
    for (int round = 0; round < 8; ++round) {
        const unsigned first = value[0];
#pragma unroll
        for (int j = 0; j < Own; ++j) value[j] = value[j] * 3 + (j + 1 < Own ? value[j + 1] : rest[0][t]);
#pragma unroll 1
        for (int j = Own; j < Values; ++j)
            rest[j - Own][t] = rest[j - Own][t] * 3 + (j + 1 < Values ? rest[j + 1 - Own][t] : first);
    }
#pragma unroll
    for (int j = 0; j < Own; ++j) output[size_t(j) * n + i] = value[j];
    for (int j = Own; j < Values; ++j) output[size_t(j) * n + i] = rest[j - Own][t];
}
