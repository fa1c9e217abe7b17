__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const unsigned* from = in + i;
    unsigned sum = 0;
#pragma unroll 16
    for (int k = 0; k < reads; ++k, from += threads) sum += *from;
    out[i] = sum;
}
