__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ uint4 one[Tile], other[Tile];
    uint4 *now = one, *then = other;
    const uint4* from = in + size_t(blockIdx.x) * tiles * Tile;
    for (int w = threadIdx.x; w < Tile; w += Threads) copy_async(now + w, from + w);
    end_group();
    unsigned sum = 0;
#pragma unroll 1
    for (int left = tiles; left > 0; --left) {
        from += Tile;
        for (int w = threadIdx.x; w < Tile && left > 1; w += Threads) copy_async(then + w, from + w);
        end_group();
        wait_for_groups<1>();
        __syncthreads();
        sum = computed(now, sum);
        __syncthreads();
        uint4* was = now;
        now = then;
        then = was;
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
