__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    // A row of nine for each thread: an odd distance.
    __shared__ unsigned near[256 * 9];
    unsigned* mine = near + threadIdx.x % 256 * 9;
#pragma unroll 1
    for (int j = 0; j < 8; ++j) mine[j] = hot[j * threads + i];
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        const unsigned word = __ldcs(stream + size_t(round) * threads + i);
#pragma unroll 1
        for (int j = 0; j < 8; ++j) sum = sum * 3 + (mine[j] ^ word);
    }
    out[i] = sum;
}
