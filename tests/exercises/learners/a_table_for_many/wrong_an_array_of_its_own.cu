// Wrong: goal in_shared no_frame
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned near[16];
    for (int j = 0; j < 16; ++j) near[j] = table[j];
    unsigned sum = 0xffffffff;
#pragma unroll 1
    for (int k = 0; k < Words; ++k) {
        sum ^= in[i + k * elements];
        for (int step = 0; step < 8; ++step) sum = near[sum & 15] ^ sum >> 4;
    }
    out[i] = ~sum;
}
