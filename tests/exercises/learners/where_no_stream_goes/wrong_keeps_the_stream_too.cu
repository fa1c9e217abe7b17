// Wrong: result
// The first word of the stream is kept as if it were hot.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const unsigned word = stream[i];
    unsigned kept[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) kept[j] = hot[j * threads + i] ^ word;
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int j = 0; j < 8; ++j) sum = sum * 3 + kept[j];
    }
    out[i] = sum;
}
