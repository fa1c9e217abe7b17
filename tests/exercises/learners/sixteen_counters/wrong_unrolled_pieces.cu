// Wrong: goal no_frame
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned count[16] = {};
    for (int k = 0; k < reads; ++k) {
        const unsigned word = in[size_t(k) * threads + i];
#pragma unroll
        for (int shift = 0; shift < 32; shift += 4) ++count[word >> shift & 15];
    }
    for (int v = 0; v < 16; ++v) out[size_t(v) * threads + i] = count[v];
}
