template <int Count>
__device__ __noinline__ float your_weight_at(const Weights<Count>& weights, unsigned which)
{
    return weights.of[which % Count];
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const __grid_constant__ Weights<Count> weights, const unsigned* in,
                                             float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = your_weight_at(weights, in[i]) * float(in[i] & 255);
}
