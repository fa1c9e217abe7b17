// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned short near[Words];
    near[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += near[place(k * threads + i)];
    out[i] = sum;
}
