// Wrong: goal under_way no_frame
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned value[8] = {}, sum = 0;
#pragma unroll 1
    for (int k = 0; k < reads; ++k) {
        sum += value[k % 8];
        value[k % 8] = in[size_t(k) * threads + i];
    }
    for (int j = 0; j < 8; ++j) sum += value[j];
    out[i] = sum;
}
