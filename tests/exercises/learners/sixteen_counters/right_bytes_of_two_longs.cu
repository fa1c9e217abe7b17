template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned long long low = 0, high = 0;

    for (int k = 0; k < reads; ++k) {
        unsigned word = in[size_t(k) * threads + i];
#pragma unroll 1
        for (int piece = 0; piece < 8; ++piece) {
            const unsigned long long one = 1ull << 8 * (word & 7);
            if (word & 8)
                high += one;
            else
                low += one;
            word >>= 4;
        }
    }
    for (int v = 0; v < 16; ++v)
        out[size_t(v) * threads + i] = static_cast<unsigned>((v < 8 ? low : high) >> 8 * (v & 7) & 255);
}
