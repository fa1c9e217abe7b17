// Wrong: result
// Tile t + 2 overwrites tile t, which slower warps still read.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile + threadIdx.x;
    __shared__ uint4 pair[2][Tile];
    for (int j = 0; j < Words; ++j) pair[0][threadIdx.x + j * Threads] = mine[j * Threads];
    if (tiles > 1)
        for (int j = 0; j < Words; ++j) pair[1][threadIdx.x + j * Threads] = mine[Tile + j * Threads];
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
        __syncthreads();
        sum = computed(pair[t % 2], sum);
        if (t + 2 < tiles) {
#pragma unroll 1
            for (int j = 0; j < Words; ++j)
                pair[t % 2][threadIdx.x + j * Threads] = mine[size_t(t + 2) * Tile + j * Threads];
        }
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
