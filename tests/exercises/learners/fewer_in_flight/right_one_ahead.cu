template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    int next = in[i];
#pragma unroll 1
    for (int j = 1; j < Unroll; ++j) {
        const int now = next;
        next = in[i + j * threads];
        out[i + (j - 1) * threads] = now;
    }
    out[i + (Unroll - 1) * threads] = next;
}
