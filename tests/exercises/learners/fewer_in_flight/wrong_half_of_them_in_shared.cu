// Wrong: goal no_spills full
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int temp[32][256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    for (int from = 0; from < Unroll; from += 32) {
        for (int j = from; j < from + 32 && j < Unroll; ++j) temp[j - from][threadIdx.x] = in[i + j * threads];
        for (int j = from; j < from + 32 && j < Unroll; ++j) out[i + j * threads] = temp[j - from][threadIdx.x];
    }
}
