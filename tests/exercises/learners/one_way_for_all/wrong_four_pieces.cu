// Wrong: goal one_piece
__device__ __forceinline__ unsigned work(unsigned value, unsigned by, int steps)
{
#pragma unroll 8
    for (int step = 0; step < steps; ++step) value = value * by ^ 40503u;
    return value;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int kind = i % 8;
    if (kind < 2)
        out[i] = work(in[i], kind == 0 ? 3 : 5, steps);
    else if (kind < 4)
        out[i] = work(in[i], kind == 2 ? 7 : 9, steps);
    else if (kind < 6)
        out[i] = work(in[i], kind == 4 ? 11 : 13, steps);
    else
        out[i] = work(in[i], kind == 6 ? 15 : 17, steps);
}
