// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned long long next = 0;
    unsigned entry = 0;
    for (int j = 0; j < 16; ++j) {
        entry = entry + in[i + j * elements];
        next |= (unsigned long long)entry << 4 * j;
    }
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = next >> 4 * at & 15;
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
