__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const unsigned* from = hot + i;
    const unsigned a = from[0], b = from[threads], c = from[2 * threads], d = from[3 * threads];
    const unsigned e = from[4 * threads], f = from[5 * threads], g = from[6 * threads], h = from[7 * threads];
    unsigned sum = 0;
    for (int round = 0; round < rounds; ++round) {
        const unsigned word = stream[size_t(round) * threads + i];
        sum = 3 * sum + (a ^ word);
        sum = 3 * sum + (b ^ word);
        sum = 3 * sum + (c ^ word);
        sum = 3 * sum + (d ^ word);
        sum = 3 * sum + (e ^ word);
        sum = 3 * sum + (f ^ word);
        sum = 3 * sum + (g ^ word);
        sum = 3 * sum + (h ^ word);
    }
    out[i] = sum;
}
