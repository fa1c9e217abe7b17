// The sixteen numbers are fetched once; then one sum after the other.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned number[Numbers];
#pragma unroll
    for (int k = 0; k < Numbers; ++k) number[k] = input[size_t(k) * n + i];
    unsigned total = 0;
#pragma unroll 1
    for (int j = 0; j < Values; ++j) {
        unsigned sum = j;
#pragma unroll
        for (int k = 0; k < Numbers; ++k) sum = sum * 3 + number[k];
        total ^= sum;
    }
    output[i] = total;
}
