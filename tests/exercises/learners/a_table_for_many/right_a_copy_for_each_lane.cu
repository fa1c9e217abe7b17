template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    // Entry k for lane l is in bank l, whatever k is.
    __shared__ unsigned near[16][32];
    for (int t = threadIdx.x; t < 16 * 32; t += blockDim.x) near[t / 32][t % 32] = table[t / 32];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned sum = 0xffffffff;
#pragma unroll 1
    for (int k = 0; k < Words; ++k) {
        sum ^= in[i + k * elements];
        for (int step = 0; step < 8; ++step) sum = near[sum & 15][threadIdx.x % 32] ^ sum >> 4;
    }
    out[i] = ~sum;
}
