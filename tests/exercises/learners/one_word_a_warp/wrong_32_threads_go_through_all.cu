// Wrong: accesses
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned words[32];
    if (threadIdx.x % 32 == 0) {
        unsigned largest = 0;
        for (int i = blockIdx.x * Block + threadIdx.x; i < n && i < blockIdx.x * Block + threadIdx.x + 32; ++i)
            largest = max(largest, in[i]);
        words[threadIdx.x / 32] = largest;
    }
    __syncthreads();
    if (threadIdx.x > 0) return;
    unsigned largest = 0;
    for (int warp = 0; warp < Block / 32; ++warp) largest = max(largest, words[warp]);
    out[blockIdx.x] = largest;
}
