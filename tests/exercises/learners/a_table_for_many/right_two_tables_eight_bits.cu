template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    // twice[k]: what four bits come to, four bits later.
    __shared__ unsigned once[16], twice[16];
    for (int k = threadIdx.x; k < 16; k += blockDim.x) {
        const unsigned entry = table[k];
        once[k] = entry;
        twice[k] = table[entry & 15] ^ entry >> 4;
    }
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned sum = 0xffffffff;
#pragma unroll 1
    for (int k = 0; k < Words; ++k) {
        sum ^= in[i + k * elements];
        for (int step = 0; step < 4; ++step) sum = twice[sum & 15] ^ once[sum >> 4 & 15] ^ sum >> 8;
    }
    out[i] = ~sum;
}
