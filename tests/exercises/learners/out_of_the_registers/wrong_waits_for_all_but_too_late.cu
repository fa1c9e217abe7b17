// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile + threadIdx.x;
    __shared__ uint4 ring[2][Tile];
#pragma unroll
    for (int j = 0; j < Words; ++j) copy_async(&ring[0][threadIdx.x + j * Threads], &mine[j * Threads]);
    end_group();
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
        if (t + 1 < tiles) {
#pragma unroll
            for (int j = 0; j < Words; ++j)
                copy_async(&ring[(t + 1) % 2][threadIdx.x + j * Threads], &mine[size_t(t + 1) * Tile + j * Threads]);
        }
        end_group();
        wait_for_groups<2>();
        __syncthreads();
        sum = computed(ring[t % 2], sum);
        __syncthreads();
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
