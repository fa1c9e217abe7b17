__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned tile[Threads];
    const int t = threadIdx.x, i = blockIdx.x * Threads + t, rank = my_rank();
    tile[t] = in[Edge + i];
    wait_for_cluster();
    unsigned left = 0, right = 0;
    if (t >= Edge)
        left = tile[t - Edge];
    else if (rank > 0)
        left = in_block(tile, rank - 1)[t + Edge];
    else
        left = in[i];
    if (t < Edge)
        right = tile[t + Edge];
    else if (rank < Cluster - 1)
        right = in_block(tile, rank + 1)[t - Edge];
    else
        right = in[i + 2 * Edge];
    wait_for_cluster();
    if (i < elements) out[i] = 3 * left + 5 * tile[t] + 7 * right;
}
