__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    // Both tiles are asked for, then both are used.
    __shared__ uint4 pair[2 * Tile];
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile;
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; t += 2) {
        const int words = tiles - t > 1 ? 2 * Tile : Tile;
        __syncthreads();
        for (int w = threadIdx.x; w < words; w += Threads) copy_async(pair + w, mine + size_t(t) * Tile + w);
        end_group();
        wait_for_groups<0>();
        __syncthreads();
        sum = computed(pair, sum);
        if (words > Tile) sum = computed(pair + Tile, sum);
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
