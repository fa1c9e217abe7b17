__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned char next[256][16];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned char* mine = next[threadIdx.x];
    unsigned entry = 0;
    for (int j = 0; j < 16; ++j) {
        entry += in[i + j * elements];
        mine[j] = entry % 16;
    }
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = mine[at];
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
