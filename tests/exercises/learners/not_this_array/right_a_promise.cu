template <int Items>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* __restrict__ in, const int* __restrict__ factor,
                                             int* __restrict__ out)
{
    SPILLWAY_SPILL_TARGET;
    const int first = blockIdx.x * blockDim.x * Items + threadIdx.x;
#pragma unroll
    for (int j = 0; j < Items; ++j) out[first + j * blockDim.x] = in[first + j * blockDim.x] * *factor;
}
