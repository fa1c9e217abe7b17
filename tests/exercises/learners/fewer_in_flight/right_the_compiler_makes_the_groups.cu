template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
#pragma unroll 8
    for (int j = 0; j < Unroll; ++j) out[i + j * threads] = in[i + j * threads];
}
