// Wrong: does not compile
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int temp[Unroll][256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    for (int j = 0; j < Unroll; ++j) temp[j][threadIdx.x] = in[i + j * threads];
    for (int j = 0; j < Unroll; ++j) out[i + j * threads] = temp[j][threadIdx.x];
}
