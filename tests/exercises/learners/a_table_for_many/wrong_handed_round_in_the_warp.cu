// Wrong: goal in_shared
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned mine = table[threadIdx.x % 16];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0xffffffff;
#pragma unroll 1
    for (int k = 0; k < Words; ++k) {
        sum ^= i < elements ? in[i + k * elements] : 0;
        for (int step = 0; step < 8; ++step) sum = __shfl_sync(0xffffffff, mine, sum & 15) ^ sum >> 4;
    }
    if (i < elements) out[i] = ~sum;
}
