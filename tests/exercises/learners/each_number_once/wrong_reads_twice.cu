// Wrong: accesses
template <int From>
__device__ __forceinline__ void four(const unsigned* in, unsigned* out, int threads, int reads, int i)
{
    unsigned sum[4] = {};
#pragma unroll 4
    for (int k = 0; k < reads; ++k) {
        const unsigned number = in[size_t(k) * threads + i];
#pragma unroll
        for (int pass = 0; pass < 4; ++pass) sum[pass] = sum[pass] * (2 * (From + pass) + 3) + number;
    }
#pragma unroll
    for (int pass = 0; pass < 4; ++pass) out[size_t(From + pass) * threads + i] = sum[pass];
}

template <int Passes>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    four<0>(in, out, threads, reads, i);
    four<4>(in, out, threads, reads, i);
}
