// Sums of three are shared as well.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int near[Block + 8], three[Block + 8];
    const int first = blockIdx.x * Block;
    for (int t = threadIdx.x; t < Block + 8; t += Block) near[t] = first + t < elements + 8 ? from_host[first + t] : 0;
    __syncthreads();
    for (int t = threadIdx.x; t < Block + 6; t += Block) three[t] = near[t] + near[t + 1] + near[t + 2];
    __syncthreads();
    if (first + int(threadIdx.x) < elements)
        out[first + threadIdx.x] = three[threadIdx.x] + three[threadIdx.x + 3] + three[threadIdx.x + 6];
}
