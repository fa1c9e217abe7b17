// All threads of a lane add up the same numbers: 32 sums are enough.
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    static_assert(2 * Radius % 32 == 0, "whole rounds");
    __shared__ int sums[32];
    if (threadIdx.x < 32) sums[threadIdx.x] = 0;
    __syncthreads();
    const int first = blockIdx.x * blockDim.x;
    int sum = 0;
    for (int j = threadIdx.x; j < 2 * Radius; j += blockDim.x) sum += input[first + j];
    atomicAdd(&sums[threadIdx.x % 32], sum);
    __syncthreads();
    if (first + threadIdx.x < elements) output[first + threadIdx.x] = sums[threadIdx.x % 32];
}
