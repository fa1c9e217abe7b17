// Wrong: goal whole_table block_waits
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += __ldg(table + place(k * threads + i));
    out[i] = sum;
}
