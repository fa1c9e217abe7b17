template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int near[Block + 8];
    const int i = blockIdx.x * Block + threadIdx.x;
    near[threadIdx.x] = i < elements + 8 ? from_host[i] : 0;
    if (threadIdx.x < 8) near[Block + threadIdx.x] = i + Block < elements + 8 ? from_host[i + Block] : 0;
    __syncthreads();
    int sum = near[threadIdx.x];
#pragma unroll
    for (int j = 1; j <= 8; ++j) sum += near[threadIdx.x + j];
    if (i < elements) out[i] = sum;
}
