// Wrong: goal whole_table
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned half[Words / 4];
    for (unsigned w = threadIdx.x; w < Words / 4; w += blockDim.x) half[w] = table[w];
    __syncthreads();
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) {
        const unsigned at = place(k * threads + i);
        sum += at < Words / 4 ? half[at] : table[at];
    }
    out[i] = sum;
}
