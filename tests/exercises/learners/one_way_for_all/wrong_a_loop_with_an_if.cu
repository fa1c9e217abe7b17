// Wrong: accesses
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned value = in[i];
#pragma unroll 1
    for (int kind = 0; kind < 16; ++kind)
        if (i % 16 == kind) {
#pragma unroll 1
            for (int step = 0; step < steps; ++step) value = value * (2u * kind + 3u) ^ 40503u;
        }
    out[i] = value;
}
