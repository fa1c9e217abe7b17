// Wrong: accesses
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    for (int v = 0; v < 16; ++v) out[size_t(v) * threads + i] = 0;
    for (int k = 0; k < reads; ++k) {
        const unsigned word = in[size_t(k) * threads + i];
        for (unsigned v = 0; v < 16; ++v) {
            unsigned count = 0;
            for (int piece = 0; piece < 32; piece += 4) count += (word >> piece & 15) == v;
            if (count > 0) out[size_t(v) * threads + i] += count;
        }
    }
}
