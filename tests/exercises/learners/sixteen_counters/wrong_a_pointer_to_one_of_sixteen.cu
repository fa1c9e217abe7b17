// Wrong: goal no_frame
__device__ __noinline__ void add_one(unsigned* count, unsigned v)
{
    ++count[v];
}

template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    unsigned count[16] = {};
    for (int k = 0; k < reads; ++k) {
        unsigned word = in[size_t(k) * threads + i];
        for (int piece = 0; piece < 8; ++piece) {
            add_one(count, word & 15);
            word >>= 4;
        }
    }
    for (int v = 0; v < 16; ++v) out[size_t(v) * threads + i] = count[v];
}
