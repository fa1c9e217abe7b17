// Wrong: goal no_spills
template <int Unroll>
__global__ __launch_bounds__(1024, 2) void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    int temp[Unroll];
#pragma unroll
    for (int j = 0; j < Unroll; ++j) temp[j] = in[i + j * threads];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Unroll; ++j) out[i + j * threads] = temp[j];
}
