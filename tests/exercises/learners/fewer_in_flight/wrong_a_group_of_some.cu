// Wrong: does not compile
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const int some = threads > 8 ? 8 : threads;
    int temp[some];
    for (int j = 0; j < some; ++j) temp[j] = in[i + j * threads];
    for (int j = 0; j < some; ++j) out[i + j * threads] = temp[j];
}
