// Wrong: result
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
#pragma unroll 1
    for (int from = 0; from < Unroll; from += 8) {
        int temp[4];
#pragma unroll
        for (int j = 0; j < 4; ++j)
            if (from + j < Unroll) temp[j] = in[i + (from + j) * threads];
#pragma unroll
        for (int j = 0; j < 4; ++j)
            if (from + j < Unroll) out[i + (from + j) * threads] = temp[j];
    }
}
