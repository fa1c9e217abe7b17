// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float by = 2.0f * (i % 16) + 3.0f;
    float value = in[i] % 65536;
    for (int step = 0; step < steps; ++step) value = value < 1e6f ? value * by : 1.0f;
    out[i] = static_cast<unsigned>(value) ^ 40503u;
}
