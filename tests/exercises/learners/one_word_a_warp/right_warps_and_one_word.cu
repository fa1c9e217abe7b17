template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned all;
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    const int i = blockIdx.x * Block + threadIdx.x;
    unsigned largest = i < n ? in[i] : 0;
    for (int distance = 16; distance > 0; distance /= 2)
        largest = max(largest, __shfl_down_sync(0xffffffff, largest, distance));
    if (threadIdx.x % 32 == 0) atomicMax(&all, largest);
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}
