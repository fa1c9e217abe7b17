__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    __shared__ unsigned next[8][256];
    for (int j = 0; j < 8; ++j) next[j][threadIdx.x] = in[i + j * elements];
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = next[at][threadIdx.x];
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
