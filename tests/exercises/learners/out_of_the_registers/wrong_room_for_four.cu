// Wrong: does not compile
// A tile is 16 KiB, as it says; four of them are too many.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ uint4 ring[4][Tile];
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile;
    unsigned sum = 0;
    for (int t = 0; t < tiles; ++t) {
        for (int w = threadIdx.x; w < Tile; w += Threads) ring[t % 4][w] = mine[size_t(t) * Tile + w];
        __syncthreads();
        sum = computed(ring[t % 4], sum);
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
