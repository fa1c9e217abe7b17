template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned first_of_warp[Block / 32];
    const int i = blockIdx.x * Block + threadIdx.x;
    if (threadIdx.x % 32 == 0) first_of_warp[threadIdx.x / 32] = i < n ? in[i] : 0;
    __syncthreads();
    if (threadIdx.x > 0) return;
    unsigned largest = 0;
    for (int warp = 0; warp < Block / 32; ++warp)
        if (first_of_warp[warp] > largest) largest = first_of_warp[warp];
    out[blockIdx.x] = largest;
}
