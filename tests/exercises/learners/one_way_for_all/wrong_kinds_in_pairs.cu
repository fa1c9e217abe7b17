// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const unsigned by = 3 + 2 * (i % 16 / 2 * 2);
    unsigned value = in[i];
#pragma unroll 8
    for (int step = 0; step < steps; ++step) value = value * by ^ 40503u;
    out[i] = value;
}
