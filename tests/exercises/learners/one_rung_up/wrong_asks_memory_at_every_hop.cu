// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = in[i + at * elements];
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
