// Wrong: accesses
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned words[32];
    if (threadIdx.x == 0) {
        unsigned largest = 0;
        for (int i = blockIdx.x * Block; i < n && i < (blockIdx.x + 1) * Block; ++i) largest = max(largest, in[i]);
        words[0] = largest;
    }
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = words[0];
}
