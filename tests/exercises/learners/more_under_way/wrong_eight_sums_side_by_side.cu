// Wrong: goal under_way
// The compiler asks for a number, adds it, and asks for the next: two are under way at most, for sm_90.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum[8] = {};
#pragma unroll 1
    for (int k = 0; k < reads; k += 8)
#pragma unroll
        for (int j = 0; j < 8; ++j)
            if (k + j < reads) sum[j] += in[size_t(k + j) * threads + i];
    unsigned all = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) all += sum[j];
    out[i] = all;
}
