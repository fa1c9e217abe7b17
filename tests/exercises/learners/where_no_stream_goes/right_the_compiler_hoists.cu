__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    // Plain reads, whose places do not depend on the round.
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        const unsigned word = stream[size_t(round) * threads + i];
#pragma unroll
        for (int j = 0; j < 8; ++j) sum = sum * 3 + (hot[j * threads + i] ^ word);
    }
    out[i] = sum;
}
