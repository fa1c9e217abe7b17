// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned short narrow[Words];
    for (unsigned w = threadIdx.x; w < Words; w += blockDim.x) narrow[w] = table[w];
    __syncthreads();
    if (i >= threads) return;
    unsigned short sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += narrow[place(k * threads + i)];
    out[i] = sum;
}
