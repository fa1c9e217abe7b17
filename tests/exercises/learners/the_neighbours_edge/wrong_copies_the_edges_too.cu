// Wrong: goal own_numbers
// The neighbours' numbers come from their shared memory, and are kept a second time.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned tile[Edge + Threads + Edge];
    const int t = threadIdx.x, i = blockIdx.x * Threads + t, rank = my_rank();
    tile[Edge + t] = in[Edge + i];
    wait_for_cluster();
    const unsigned* before = rank == 0 ? in + i - t : in_block(tile + Threads, rank - 1);
    const unsigned* behind = rank == Cluster - 1 ? in + i - t + Edge + Threads : in_block(tile + Edge, rank + 1);
    if (t < Edge)
        tile[t] = before[t];
    else
        tile[Threads + t] = behind[t - Edge];
    wait_for_cluster();
    if (i < elements) out[i] = 3 * tile[t] + 5 * tile[Edge + t] + 7 * tile[2 * Edge + t];
}
