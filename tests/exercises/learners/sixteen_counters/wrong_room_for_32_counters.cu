// Wrong: goal little_shared
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned count[32][Block];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    for (int v = 0; v < 32; ++v) count[v][threadIdx.x] = 0;
    for (int k = 0; k < reads; ++k) {
        unsigned word = in[size_t(k) * threads + i];
        for (int piece = 0; piece < 8; ++piece) {
            ++count[(word & 15) + 16 * (piece & 1)][threadIdx.x];
            word >>= 4;
        }
    }
    for (int v = 0; v < 16; ++v)
        out[size_t(v) * threads + i] = count[v][threadIdx.x] + count[v + 16][threadIdx.x];
}
