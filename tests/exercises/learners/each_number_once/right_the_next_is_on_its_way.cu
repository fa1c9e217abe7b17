template <int Passes>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    unsigned sum[Passes] = {};
    unsigned next = in[i];
    for (int k = 1; k <= reads; ++k) {
        const unsigned number = next;
        if (k < reads) next = in[size_t(k) * threads + i];
#pragma unroll
        for (int pass = 0; pass < Passes; ++pass) sum[pass] = sum[pass] * (2 * pass + 3) + number;
    }
#pragma unroll
    for (int pass = 0; pass < Passes; ++pass) out[size_t(pass) * threads + i] = sum[pass];
}
