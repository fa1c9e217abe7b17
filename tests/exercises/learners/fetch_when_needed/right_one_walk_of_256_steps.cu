template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned entry = i / 32, first = 0;
#pragma unroll 1
    for (int step = 1; step <= 256; ++step) {
        entry = table[entry];
        if (step == 128) first = entry;
    }
    unsigned total = 0;
#pragma unroll 1
    for (int j = 0; j < Kept; ++j) total = 3 * total + ((input[size_t(j) * n + i] ^ first) ^ entry);
    output[i] = total;
}
