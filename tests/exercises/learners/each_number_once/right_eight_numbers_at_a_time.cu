template <int Passes>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    unsigned sum[Passes] = {};
    for (int first = 0; first < reads; first += 8) {
        unsigned number[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) number[k] = first + k < reads ? in[size_t(first + k) * threads + i] : 0;
#pragma unroll
        for (int pass = 0; pass < Passes; ++pass)
#pragma unroll
            for (int k = 0; k < 8; ++k)
                if (first + k < reads) sum[pass] = sum[pass] * (2 * pass + 3) + number[k];
    }
#pragma unroll
    for (int pass = 0; pass < Passes; ++pass) out[size_t(pass) * threads + i] = sum[pass];
}
