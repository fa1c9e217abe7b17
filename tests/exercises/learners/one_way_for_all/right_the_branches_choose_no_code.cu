__device__ __noinline__ unsigned one_way(unsigned value, unsigned by, int steps)
{
    while (steps-- > 0) value = value * by ^ 40503u;
    return value;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned by = 3;
    const int kind = i % 16;
    if (kind & 1) by += 2;
    if (kind & 2) by += 4;
    if (kind & 4) by += 8;
    if (kind & 8) by += 16;
    out[i] = one_way(in[i], by, steps);
}
