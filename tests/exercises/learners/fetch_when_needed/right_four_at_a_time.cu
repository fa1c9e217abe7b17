template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned first = walk(table, i / 32), ends = first ^ walk(table, first);
    const unsigned* next = input + i;
    unsigned total = 0;
    int left = Kept;
#pragma unroll 1
    for (; left >= 4; left -= 4, next += 4 * size_t(n)) {
        const unsigned a = next[0], b = next[n], c = next[2 * size_t(n)], d = next[3 * size_t(n)];
        total = (((total * 3 + (a ^ ends)) * 3 + (b ^ ends)) * 3 + (c ^ ends)) * 3 + (d ^ ends);
    }
    for (; left > 0; --left, next += n) total = total * 3 + (*next ^ ends);
    output[i] = total;
}
