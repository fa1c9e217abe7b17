// Wrong: goal no_spills
template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned first = walk(table, i / 32);
    unsigned kept[Kept];
#pragma unroll
    for (int j = 0; j < Kept; ++j) kept[j] = input[size_t(j) * n + i] ^ first;
    const unsigned second = walk(table, first);
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Kept; ++j) total = total * 3 + (kept[j] ^ second);
    output[i] = total;
}
