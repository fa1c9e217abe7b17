__device__ __forceinline__ unsigned number_of(const unsigned* near, unsigned at)
{
    const unsigned both = near[at / 2];
    return at % 2 == 0 ? both & 0xffff : both >> 16;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned near[Words / 2];
    for (unsigned t = threadIdx.x; t < Words / 2; t += blockDim.x) near[t] = table[2 * t] | table[2 * t + 1] << 16;
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += number_of(near, place(k * threads + i));
    out[i] = sum;
}
