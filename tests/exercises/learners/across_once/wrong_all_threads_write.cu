// Wrong: beside
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int near[Block + 8];
    const int i = blockIdx.x * Block + threadIdx.x;
    for (int t = threadIdx.x; t < Block + 8; t += Block) {
        const int from = blockIdx.x * Block + t;
        near[t] = from < elements + 8 ? from_host[from] : 0;
    }
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < 9; ++j) sum += near[threadIdx.x + j];
    out[i] = sum;
}
