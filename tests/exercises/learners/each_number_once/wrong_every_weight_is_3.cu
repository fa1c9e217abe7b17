// Wrong: result
template <int Passes>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    unsigned sum[Passes] = {};
#pragma unroll 1
    for (int k = 0; k < reads; ++k) {
        const unsigned number = in[size_t(k) * threads + i];
#pragma unroll
        for (int pass = 0; pass < Passes; ++pass) sum[pass] = sum[pass] * 3 + number;
    }
#pragma unroll
    for (int pass = 0; pass < Passes; ++pass) out[size_t(pass) * threads + i] = sum[pass];
}
