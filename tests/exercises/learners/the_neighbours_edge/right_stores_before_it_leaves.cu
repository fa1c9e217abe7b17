__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned tile[Threads];
    const int t = threadIdx.x, first = blockIdx.x * Threads;
    tile[t] = in[first + Edge + t];
    wait_for_cluster();
    const int rank = my_rank();
    const unsigned* before = rank == 0 ? in + first : in_block(tile + Edge, rank - 1);
    const unsigned* behind = rank == Cluster - 1 ? in + first + Edge + Threads : in_block(tile, rank + 1);
    const unsigned left = t < Edge ? before[t] : tile[t - Edge];
    const unsigned right = t < Edge ? tile[t + Edge] : behind[t - Edge];
    if (first + t < elements) out[first + t] = 3 * left + 5 * tile[t] + 7 * right;
    wait_for_cluster();
}
