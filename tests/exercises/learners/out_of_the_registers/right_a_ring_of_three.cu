__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile + threadIdx.x;
    __shared__ uint4 ring[3 * Tile];
    auto bring = [&](int t) {
        uint4* to = ring + t % 3 * Tile + threadIdx.x;
        for (int j = 0; t < tiles && j < Words; ++j) copy_async(to + j * Threads, mine + size_t(t) * Tile + j * Threads);
        end_group();
    };
    for (int t = 0; t < 2; ++t) bring(t);
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
        wait_for_groups<1>();
        __syncthreads();
        bring(t + 2);
        sum = computed(ring + t % 3 * Tile, sum);
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
