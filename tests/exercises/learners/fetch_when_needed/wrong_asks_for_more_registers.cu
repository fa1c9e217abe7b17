// Wrong: goal full
template <int Kept>
__global__ __launch_bounds__(128) void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned kept[Kept];
#pragma unroll
    for (int j = 0; j < Kept; ++j) kept[j] = input[size_t(j) * n + i];
    const unsigned first = walk(table, i / 32);
    const unsigned second = walk(table, first);
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Kept; ++j) total = total * 3 + (kept[j] ^ first ^ second);
    output[i] = total;
}
