// Wrong: goal kept_near
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const volatile unsigned* mine = hot + i;
    unsigned kept[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) kept[j] = mine[j * threads];
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        const unsigned word = __ldcs(stream + size_t(round) * threads + i);
#pragma unroll
        for (int j = 0; j < 2; ++j) sum = sum * 3 + (kept[j] ^ word);
#pragma unroll 1
        for (int j = 2; j < 8; ++j) sum = sum * 3 + (mine[j * threads] ^ word);
    }
    out[i] = sum;
}
