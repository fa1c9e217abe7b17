template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    constexpr int some = Unroll < 8 ? Unroll : 8;
#pragma unroll 1
    for (int first = 0; first < Unroll; first += some) {
        int temp[some];
#pragma unroll
        for (int j = 0; j < some; ++j)
            if (first + j < Unroll) temp[j] = in[i + (first + j) * threads];
#pragma unroll
        for (int j = 0; j < some; ++j)
            if (first + j < Unroll) out[i + (first + j) * threads] = temp[j];
    }
}
