__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned tile[Threads];
    const int t = threadIdx.x, i = blockIdx.x * Threads + t;
    const bool is_left_half = t < Edge;
    const int neighbour = my_rank() + (is_left_half ? -1 : 1);
    const int across = (t + Edge) % Threads;  // the place of both its partners: in this block, and in the neighbour
    tile[t] = in[Edge + i];
    wait_for_cluster();
    const bool is_outside = neighbour < 0 || neighbour == Cluster;
    unsigned far = 0;
    if (is_outside)
        far = in[is_left_half ? i : i + 2 * Edge];
    else
        far = in_block(tile, neighbour)[across];
    const unsigned near = tile[across], mine = tile[t];
    wait_for_cluster();
    if (i >= elements) return;
    out[i] = is_left_half ? 3 * far + 5 * mine + 7 * near : 3 * near + 5 * mine + 7 * far;
}
