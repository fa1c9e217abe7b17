__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned low = 0, high = 0, entry = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        entry = (entry + in[i + j * elements]) & 15;
        (j < 8 ? low : high) |= entry << 4 * (j % 8);
    }
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = (at < 8 ? low : high) >> 4 * (at % 8) & 15;
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
