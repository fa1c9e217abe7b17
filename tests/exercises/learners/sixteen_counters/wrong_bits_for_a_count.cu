// Wrong: does not compile
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    struct Counts {
        unsigned count : 8 [16];
    } counts = {};
    for (int k = 0; k < reads; ++k) {
        unsigned word = in[size_t(k) * threads + i];
        for (int piece = 0; piece < 8; ++piece) {
            ++counts.count[word & 15];
            word >>= 4;
        }
    }
    for (int v = 0; v < 16; ++v) out[size_t(v) * threads + i] = counts.count[v];
}
