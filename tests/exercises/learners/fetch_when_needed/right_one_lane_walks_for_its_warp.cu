template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned ends = 0;
    if (threadIdx.x % 32 == 0) {
        const unsigned first = walk(table, i / 32);
        ends = first ^ walk(table, first);
    }
    ends = __shfl_sync(0xffffffff, ends, 0);
    if (i >= n) return;
    unsigned total = 0;
#pragma unroll 4
    for (int j = 0; j < Kept; ++j) total = total * 3 + (input[size_t(j) * n + i] ^ ends);
    output[i] = total;
}
