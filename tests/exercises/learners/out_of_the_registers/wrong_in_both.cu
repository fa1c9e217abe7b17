// Wrong: goal few_registers no_register
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile + threadIdx.x;
    __shared__ uint4 tile[2][Tile];
    uint4 next[Words] = {}, after[Words] = {};
#pragma unroll
    for (int j = 0; j < Words; ++j) {
        next[j] = mine[j * Threads];
        if (tiles > 1) after[j] = mine[Tile + j * Threads];
    }
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
#pragma unroll
        for (int j = 0; j < Words; ++j) {
            tile[t % 2][threadIdx.x + j * Threads] = next[j];
            next[j] = after[j];
            if (t + 2 < tiles) after[j] = mine[size_t(t + 2) * Tile + j * Threads];
        }
        __syncthreads();
        sum = computed(tile[t % 2], sum);
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
