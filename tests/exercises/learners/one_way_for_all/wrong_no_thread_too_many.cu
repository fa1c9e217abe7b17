// Wrong: beside
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned by = 2 * (i % 16) + 3;
    unsigned value = in[i];
    for (int step = 0; step < steps; ++step) value = value * by ^ 40503u;
    out[i] = value;
}
