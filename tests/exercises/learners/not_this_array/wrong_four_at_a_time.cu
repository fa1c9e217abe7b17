// Wrong: goal all_at_once
template <int Items>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, const int* factor, int* out)
{
    SPILLWAY_SPILL_TARGET;
    const int first = blockIdx.x * blockDim.x * Items + threadIdx.x;
    for (int half = 0; half < Items; half += 4) {
        int number[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) number[j] = in[first + (half + j) * blockDim.x];
#pragma unroll
        for (int j = 0; j < 4; ++j) out[first + (half + j) * blockDim.x] = number[j] * *factor;
    }
}
