// Wrong: result
// The eighth word is forgotten.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned kept[8];
#pragma unroll
    for (int j = 0; j < 7; ++j) kept[j] = hot[j * threads + i];
    kept[7] = kept[0];
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        const unsigned word = __ldcs(stream + size_t(round) * threads + i);
#pragma unroll
        for (int j = 0; j < 8; ++j) sum = sum * 3 + (kept[j] ^ word);
    }
    out[i] = sum;
}
