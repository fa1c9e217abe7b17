template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned ends[2], entry = i / 32;
#pragma unroll
    for (int end = 0; end < 2; ++end) {
        for (int step = 0; step < 128; ++step) entry = table[entry];
        ends[end] = entry;
    }
    unsigned total = 0, power = 1;
#pragma unroll 4
    for (int j = Kept - 1; j >= 0; --j) {
        total += power * (input[size_t(j) * n + i] ^ ends[0] ^ ends[1]);
        power *= 3;
    }
    output[i] = total;
}
