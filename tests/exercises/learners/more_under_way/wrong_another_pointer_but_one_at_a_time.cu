// Wrong: goal under_way
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const unsigned* from = in + i;
    const unsigned* const end = from + size_t(reads) * threads;
    unsigned sum = 0;
#pragma unroll 1
    for (; from != end; from += threads) sum += __ldg(from);
    out[i] = sum;
}
