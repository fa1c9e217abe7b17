// Wrong: goal no_spills
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
#pragma unroll 1
    for (int first = 0; first < Unroll; first += 40) {
        int temp[40];
#pragma unroll
        for (int j = 0; j < 40; ++j)
            if (first + j < Unroll) temp[j] = in[i + (first + j) * threads];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 40; ++j)
            if (first + j < Unroll) out[i + (first + j) * threads] = temp[j];
    }
}
