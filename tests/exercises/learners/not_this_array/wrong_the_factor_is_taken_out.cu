// Wrong: goal all_at_once
template <int Items>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, const int* factor, int* out)
{
    SPILLWAY_SPILL_TARGET;
    const int first = blockIdx.x * blockDim.x * Items + threadIdx.x;
    const int by = *factor;
#pragma unroll
    for (int j = 0; j < Items; ++j) out[first + j * blockDim.x] = in[first + j * blockDim.x] * by;
}
