template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int first = blockIdx.x * blockDim.x * Stretch;
    for (int j = 0; j < Stretch; ++j) {
        const int at = first + j * blockDim.x + threadIdx.x;
        if (at < threads * Stretch) out[at] = in[at];
    }
}
