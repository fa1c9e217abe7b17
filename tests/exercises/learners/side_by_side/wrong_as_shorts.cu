// Wrong: result
template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    for (int j = 0; j < Stretch; ++j) {
        const short value = in[i + j * threads];
        out[i + j * threads] = value;
    }
}
