// Wrong: accesses
__device__ unsigned counters[16 * 1048576];

template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    for (int v = 0; v < 16; ++v) counters[v * threads + i] = 0;
    for (int k = 0; k < reads; ++k) {
        unsigned word = in[size_t(k) * threads + i];
        for (int piece = 0; piece < 8; ++piece) {
            ++counters[(word & 15) * threads + i];
            word >>= 4;
        }
    }
    for (int v = 0; v < 16; ++v) out[size_t(v) * threads + i] = counters[v * threads + i];
}
