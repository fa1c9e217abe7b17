// Wrong: does not compile
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    std::bitset<4096> seen;
    for (int k = 0; k < 24; ++k) seen.set(in[i + k * elements]);
    out[i] = seen.count();
}
