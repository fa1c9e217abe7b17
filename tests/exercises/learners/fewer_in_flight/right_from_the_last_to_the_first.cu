template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const int* from = in + i + Unroll * threads;
    int* to = out + i + Unroll * threads;
    int left = Unroll;
    for (; left >= 2; left -= 2) {
        from -= 2 * threads;
        to -= 2 * threads;
        const int first = from[0], second = from[threads];
        to[0] = first;
        to[threads] = second;
    }
    if (left == 1) to[-threads] = from[-threads];
}
