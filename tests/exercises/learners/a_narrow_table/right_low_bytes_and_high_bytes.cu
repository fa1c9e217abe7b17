__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned char low[Words], high[Words];
    for (unsigned t = threadIdx.x; t < Words; t += blockDim.x) {
        low[t] = table[t] & 255;
        high[t] = table[t] >> 8;
    }
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads) {
        unsigned of_low = 0, of_high = 0;
        for (unsigned k = 0; k < lookups; ++k) {
            const unsigned at = place(k * threads + i);
            of_low += low[at];
            of_high += high[at];
        }
        out[i] = of_low + 256 * of_high;
    }
}
