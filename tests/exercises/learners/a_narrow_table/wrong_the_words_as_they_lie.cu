// Wrong: result
// The first 48 KiB of the table, taken for shorts.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned short narrow[Words];
    const unsigned short* shorts = reinterpret_cast<const unsigned short*>(table);
    for (unsigned w = threadIdx.x; w < Words; w += blockDim.x) narrow[w] = shorts[w];
    __syncthreads();
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += narrow[place(k * threads + i)];
    out[i] = sum;
}
