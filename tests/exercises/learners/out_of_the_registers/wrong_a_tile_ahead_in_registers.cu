// Wrong: goal no_register waits_in_shared
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile + threadIdx.x;
    __shared__ uint4 tile[Tile];
    uint4 next[Words];
#pragma unroll
    for (int j = 0; j < Words; ++j) next[j] = mine[j * Threads];
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
#pragma unroll
        for (int j = 0; j < Words; ++j) tile[threadIdx.x + j * Threads] = next[j];
        __syncthreads();
        if (t + 1 < tiles) {
#pragma unroll
            for (int j = 0; j < Words; ++j) next[j] = mine[size_t(t + 1) * Tile + j * Threads];
        }
        sum = computed(tile, sum);
        __syncthreads();
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
