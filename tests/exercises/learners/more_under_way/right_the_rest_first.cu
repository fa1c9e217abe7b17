__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const unsigned* at = in + i;
    unsigned sum = 0;
    for (int rest = reads % 8; rest > 0; --rest, at += threads) sum += *at;
    const size_t apart = threads;
#pragma unroll 1
    for (int group = reads / 8; group > 0; --group, at += 8 * apart) {
        const unsigned a = at[0], b = at[apart], c = at[2 * apart], d = at[3 * apart];
        const unsigned e = at[4 * apart], f = at[5 * apart], g = at[6 * apart], h = at[7 * apart];
        sum += ((a + b) + (c + d)) + ((e + f) + (g + h));
    }
    out[i] = sum;
}
