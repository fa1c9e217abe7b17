// Wrong: result
// Each hot word once, for all rounds: the sum takes them in another order.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        const unsigned mine = hot[j * threads + i];
#pragma unroll 1
        for (int round = 0; round < rounds; ++round)
            sum = sum * 3 + (mine ^ __ldcs(stream + size_t(round) * threads + i));
    }
    out[i] = sum;
}
