// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ uint4 pair[2][Tile];
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile;
    for (int w = threadIdx.x; w < Tile; w += Threads) pair[0][w] = mine[w];
    __syncthreads();
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
#pragma unroll 1
        for (int w = threadIdx.x; w < Tile && t + 1 < tiles; w += Threads)
            pair[(t + 1) % 2][w] = mine[size_t(t + 1) * Tile + w];
        sum += computed(pair[t % 2], 0);
        __syncthreads();
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
