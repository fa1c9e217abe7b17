// Wrong: result
// Beyond the end it reads the last number once more.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
#pragma unroll 1
    for (int k = 0; k < reads; k += 8)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum += in[size_t(min(k + j, reads - 1)) * threads + i];
    out[i] = sum;
}
