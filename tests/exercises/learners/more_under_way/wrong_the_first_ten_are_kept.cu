// Wrong: goal under_way
// More registers, and no more under way: what is kept was read before the loop.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned kept[10], sum = 0;
#pragma unroll
    for (int j = 0; j < 10; ++j) kept[j] = j < reads ? in[size_t(j) * threads + i] : 0;
#pragma unroll 1
    for (int k = 10; k < reads; ++k) sum += in[size_t(k) * threads + i];
#pragma unroll
    for (int j = 0; j < 10; ++j) sum += kept[j];
    out[i] = sum;
}
