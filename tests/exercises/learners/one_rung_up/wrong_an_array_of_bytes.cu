// Wrong: goal no_frame
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned char next[16];
    unsigned entry = 0;
    for (int j = 0; j < 16; ++j) next[j] = entry = (entry + in[i + j * elements]) % 16;
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = next[at];
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
