// Wrong: goal in_shared
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned sum = 0xffffffff;
    for (int k = 0; k < Words; ++k) {
        sum ^= in[i + k * elements];
        for (int bit = 0; bit < 32; ++bit) sum = sum & 1 ? 0xedb88320 ^ sum >> 1 : sum >> 1;
    }
    out[i] = ~sum;
}
