__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned by = 3;
    for (int kind = i % 16; kind > 0; --kind) by += 2;
    unsigned value = in[i];
    int step = 0;
#pragma unroll 1
    while (step++ < steps) value = value * by ^ 40503u;
    out[i] = value;
}
