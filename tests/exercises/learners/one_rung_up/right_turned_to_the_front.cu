__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    // The newest entry comes in at the top, and the rest moves down: entry 0 ends up in the lowest four bits.
    unsigned long long next = 0;
    unsigned long long entry = 0;
#pragma unroll 1
    for (int j = 0; j < 16; ++j) {
        entry = entry + in[i + j * elements] & 15;
        next = next >> 4 | entry << 60;
    }
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = unsigned(next >> 4 * at) & 15;
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
