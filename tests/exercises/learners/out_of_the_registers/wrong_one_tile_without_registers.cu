// Wrong: goal waits_in_shared
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile;
    __shared__ uint4 tile[Tile];
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
        for (int w = threadIdx.x; w < Tile; w += Threads) copy_async(tile + w, mine + size_t(t) * Tile + w);
        end_group();
        wait_for_groups<0>();
        __syncthreads();
        sum = computed(tile, sum);
        __syncthreads();
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
