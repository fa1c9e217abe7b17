// Wrong: goal no_register waits_in_shared
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile + threadIdx.x;
    __shared__ uint4 tile[Tile];
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
#pragma unroll 1
        for (int j = 0; j < Words; ++j) tile[threadIdx.x + j * Threads] = mine[size_t(t) * Tile + j * Threads];
        __syncthreads();
        sum = computed(tile, sum);
        __syncthreads();
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
