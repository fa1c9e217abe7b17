template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    unsigned count[16] = {};
    for (int k = 0; k < reads; ++k) {
        unsigned word = in[size_t(k) * threads + i];
#pragma unroll 1
        for (int piece = 0; piece < 8; ++piece) {
#pragma unroll
            for (unsigned v = 0; v < 16; ++v) count[v] += (word & 15) == v;
            word >>= 4;
        }
    }
#pragma unroll
    for (int v = 0; v < 16; ++v) out[size_t(v) * threads + i] = count[v];
}
