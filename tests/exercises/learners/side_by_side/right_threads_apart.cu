template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
#pragma unroll
    for (int j = 0; j < Stretch; ++j) out[i + size_t(j) * threads] = in[i + size_t(j) * threads];
}
