// Wrong: result
// The neighbours' numbers need not be there yet.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned tile[Threads];
    const int t = threadIdx.x, i = blockIdx.x * Threads + t, rank = my_rank();
    tile[t] = in[Edge + i];
    __syncthreads();
    const unsigned* before = rank == 0 ? in + i - t : in_block(tile + Edge, rank - 1);
    const unsigned* behind = rank == Cluster - 1 ? in + i - t + Edge + Threads : in_block(tile, rank + 1);
    const unsigned left = t < Edge ? before[t] : tile[t - Edge];
    const unsigned right = t < Edge ? tile[t + Edge] : behind[t - Edge];
    if (i < elements) out[i] = 3 * left + 5 * tile[t] + 7 * right;
    wait_for_cluster();
}
