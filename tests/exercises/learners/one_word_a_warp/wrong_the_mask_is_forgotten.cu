// Wrong: does not compile
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned words[32];
    const int i = blockIdx.x * Block + threadIdx.x;
    unsigned largest = i < n ? in[i] : 0;
    for (int distance = 16; distance > 0; distance /= 2) largest = max(largest, __shfl_down_sync(largest, distance));
    if (threadIdx.x % 32 == 0) words[threadIdx.x / 32] = largest;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int warp = 0; warp < Block / 32; ++warp) largest = max(largest, words[warp]);
    out[blockIdx.x] = largest;
}
