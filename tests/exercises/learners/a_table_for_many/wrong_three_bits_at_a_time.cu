// Wrong: result
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned near[16];
    if (threadIdx.x < 16) near[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned sum = 0xffffffff;
#pragma unroll 1
    for (int k = 0; k < Words; ++k) {
        sum ^= in[i + k * elements];
        for (int step = 0; step < 8; ++step) sum = near[sum & 15] ^ sum >> 3;
    }
    out[i] = ~sum;
}
