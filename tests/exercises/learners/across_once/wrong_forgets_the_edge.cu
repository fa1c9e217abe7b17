// Wrong: result
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int near[Block + 8];
    const int first = blockIdx.x * Block;
    if (first + threadIdx.x < elements + 8) near[threadIdx.x] = from_host[first + threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 9; ++j) sum += near[threadIdx.x + j];
    out[i] = sum;
}
