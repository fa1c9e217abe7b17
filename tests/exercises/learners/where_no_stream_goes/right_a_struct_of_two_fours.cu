__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const uint4 low = {hot[i], hot[threads + i], hot[2 * threads + i], hot[3 * threads + i]};
    const uint4 high = {hot[4 * threads + i], hot[5 * threads + i], hot[6 * threads + i], hot[7 * threads + i]};
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        const unsigned word = __ldcs(stream + size_t(round) * threads + i);
        for (const uint4& four : {low, high}) {
            sum = sum * 3 + (four.x ^ word);
            sum = sum * 3 + (four.y ^ word);
            sum = sum * 3 + (four.z ^ word);
            sum = sum * 3 + (four.w ^ word);
        }
    }
    out[i] = sum;
}
