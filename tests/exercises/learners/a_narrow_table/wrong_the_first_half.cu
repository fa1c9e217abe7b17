// Wrong: goal whole_table
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned Some = Words / 3;
    __shared__ unsigned near[Some];
    for (unsigned t = threadIdx.x; t < Some; t += blockDim.x) near[t] = table[t];
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) {
        const unsigned at = place(k * threads + i);
        sum += at < Some ? near[at] : table[at];
    }
    out[i] = sum;
}
