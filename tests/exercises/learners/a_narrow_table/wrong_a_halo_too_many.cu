// Wrong: does not compile
// A word more than 48 KiB have.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned short narrow[Words + 2];
    for (unsigned w = threadIdx.x; w < Words; w += blockDim.x) narrow[w + 2] = table[w];
    if (threadIdx.x < 2) narrow[threadIdx.x] = 0;
    __syncthreads();
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += narrow[2 + place(k * threads + i)];
    out[i] = sum;
}
