// Wrong: result
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned short sum[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) sum[j] = j;
#pragma unroll 1
    for (int k = 0; k < Numbers; ++k) {
        const unsigned number = input[size_t(k) * n + i];
#pragma unroll
        for (int j = 0; j < Values; ++j) sum[j] = sum[j] * 3 + number;
    }
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Values; ++j) total ^= sum[j];
    output[i] = total;
}
