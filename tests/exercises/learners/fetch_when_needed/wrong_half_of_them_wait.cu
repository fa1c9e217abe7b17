// Wrong: goal no_spills
template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned kept[Kept / 2];
#pragma unroll
    for (int j = 0; j < Kept / 2; ++j) kept[j] = input[size_t(j) * n + i];
    const unsigned first = walk(table, i / 32), second = walk(table, first);
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Kept; ++j)
        total = total * 3 + ((j < Kept / 2 ? kept[j] : input[size_t(j) * n + i]) ^ first ^ second);
    output[i] = total;
}
