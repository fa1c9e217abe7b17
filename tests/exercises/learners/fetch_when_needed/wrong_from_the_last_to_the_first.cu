// Wrong: result
template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned first = walk(table, i / 32);
    const unsigned second = walk(table, first);
    unsigned total = 0;
#pragma unroll 8
    for (int j = Kept - 1; j >= 0; --j) total = total * 3 + (input[size_t(j) * n + i] ^ first ^ second);
    output[i] = total;
}
