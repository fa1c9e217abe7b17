__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const unsigned by = (i & 8 ? 0x211f1d1b19171513ull : 0x110f0d0b09070503ull) >> 8 * (i & 7) & 255;
    unsigned value = in[i];
#pragma unroll 8
    for (int step = 0; step < steps; ++step) value = value * by ^ 40503u;
    out[i] = value;
}
