// Wrong: goal no_spills full
template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned kept[Kept][128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int j = 0; j < Kept; ++j) kept[j][threadIdx.x] = input[size_t(j) * n + i];
    const unsigned first = walk(table, i / 32), second = walk(table, first);
    unsigned total = 0;
    for (int j = 0; j < Kept; ++j) total = total * 3 + (kept[j][threadIdx.x] ^ first ^ second);
    output[i] = total;
}
