__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned long long next[2] = {};
    unsigned entry = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
        entry += in[i + j * elements];
        next[j / 8] |= static_cast<unsigned long long>(entry % 16) << j % 8 * 8;
    }
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = static_cast<unsigned>((at < 8 ? next[0] : next[1]) >> (at % 8 << 3)) & 255;
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
