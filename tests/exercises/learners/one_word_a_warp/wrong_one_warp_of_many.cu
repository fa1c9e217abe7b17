// Wrong: result
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned of_warp[Block / 32];
    const int i = blockIdx.x * Block + threadIdx.x;
    unsigned largest = i < n ? in[i] : 0;
    for (int apart = 16; apart > 0; apart /= 2) largest = max(largest, __shfl_xor_sync(0xffffffff, largest, apart));
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = largest;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = largest;
}
