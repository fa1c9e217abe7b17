// Wrong: accesses
// Each block has its own numbers, and fetches its neighbours' as before.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned tile[Threads];
    const int t = threadIdx.x, i = blockIdx.x * Threads + t;
    tile[t] = in[Edge + i];
    __syncthreads();
    const unsigned left = t < Edge ? in[i] : tile[t - Edge];
    const unsigned right = t < Edge ? tile[t + Edge] : in[i + 2 * Edge];
    if (i < elements) out[i] = 3 * left + 5 * tile[t] + 7 * right;
}
