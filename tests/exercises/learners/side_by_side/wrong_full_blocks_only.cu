// Wrong: result
template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int first = blockIdx.x * blockDim.x * Stretch;
    if ((blockIdx.x + 1) * blockDim.x > threads) return;
    for (int j = 0; j < Stretch; ++j)
        out[first + j * blockDim.x + threadIdx.x] = in[first + j * blockDim.x + threadIdx.x];
}
