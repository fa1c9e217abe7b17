// Wrong: accesses own_numbers
// L1 has the three numbers, but each is asked for three times.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * Threads + threadIdx.x;
    if (i >= elements) return;
    out[i] = 3 * in[i] + 5 * in[i + Edge] + 7 * in[i + 2 * Edge];
}
