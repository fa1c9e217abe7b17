// Each thread asks for four words that lie side by side.
__device__ __forceinline__ void bring(uint4* to, const uint4* from)
{
#pragma unroll 1
    for (int j = 0; j < Words; ++j) copy_async(to + threadIdx.x * Words + j, from + threadIdx.x * Words + j);
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ uint4 pair[2][Tile];
    const uint4* block = in + size_t(blockIdx.x) * tiles * Tile;
    bring(pair[0], block);
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
        end_group();
        wait_for_groups<0>();
        __syncthreads();
        if (t + 1 < tiles) bring(pair[(t + 1) & 1], block + size_t(t + 1) * Tile);
        sum = computed(pair[t & 1], sum);
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
