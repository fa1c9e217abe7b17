// Sixteen times through the words, and one counter.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
#pragma unroll 1
    for (unsigned v = 0; v < 16; ++v) {
        unsigned count = 0;
        for (int k = 0; k < reads; ++k) {
            const unsigned word = in[size_t(k) * threads + i];
#pragma unroll
            for (int shift = 0; shift < 32; shift += 4) count += (word >> shift & 15) == v;
        }
        out[size_t(v) * threads + i] = count;
    }
}
