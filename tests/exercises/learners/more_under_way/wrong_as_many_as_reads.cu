// Wrong: does not compile
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned value[reads], sum = 0;
    for (int k = 0; k < reads; ++k) value[k] = in[size_t(k) * threads + i];
    for (int k = 0; k < reads; ++k) sum += value[k];
    out[i] = sum;
}
