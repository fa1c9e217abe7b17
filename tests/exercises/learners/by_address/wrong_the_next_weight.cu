// Wrong: result
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const __grid_constant__ Weights<Count> weights, const unsigned* in,
                                             float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = weights.of[(in[i] + 1) % Count] * float(in[i] & 255);
}
