__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned long long next = 0;
    for (int j = 7; j >= 0; --j) next = next << 8 | in[i + j * elements];
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = static_cast<unsigned>(next >> (at << 3)) & 255;
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
