// Wrong: accesses
template <int Passes>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

#pragma unroll 1
    for (int pass = 0; pass < Passes; ++pass) {
        unsigned sum = 0;
#pragma unroll 8
        for (int k = 0; k < reads; ++k) sum = sum * (2 * pass + 3) + in[size_t(k) * threads + i];
        out[size_t(pass) * threads + i] = sum;
    }
}
