__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned short narrow[Words];
    const unsigned each = (Words + blockDim.x - 1) / blockDim.x, first = threadIdx.x * each;
    for (unsigned w = first; w < first + each; ++w)
        if (w < Words) narrow[w] = static_cast<unsigned short>(table[w]);
    __syncthreads();
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += narrow[place(k * threads + i)];
    out[i] = sum;
}
