template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned total = 0;
#pragma unroll 1
    for (int j = 0; j < Values; ++j) {
        unsigned sum = j;
        for (int k = 0; k < Numbers; ++k) sum = sum * 3 + input[size_t(k) * n + i];
        total ^= sum;
    }
    output[i] = total;
}
