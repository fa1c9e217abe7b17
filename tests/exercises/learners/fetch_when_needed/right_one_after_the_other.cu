template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned first = walk(table, i / 32);
    const unsigned second = walk(table, first);
    const unsigned* from = input + i;
    unsigned total = 0;
#pragma unroll 1
    for (int j = 0; j < Kept; ++j, from += n) total = total * 3 + (*from ^ first ^ second);
    output[i] = total;
}
