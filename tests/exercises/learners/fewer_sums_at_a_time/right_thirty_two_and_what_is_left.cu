template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned total = 0;
#pragma unroll 1
    for (int from = 0; from < Values; from += 32) {
        unsigned sum[32];
#pragma unroll
        for (int j = 0; j < 32; ++j) sum[j] = from + j;
#pragma unroll 1
        for (int k = 0; k < Numbers; ++k) {
            const unsigned number = input[size_t(k) * n + i];
#pragma unroll
            for (int j = 0; j < 32; ++j) sum[j] = sum[j] * 3 + number;
        }
#pragma unroll
        for (int j = 0; j < 32; ++j)
            if (from + j < Values) total ^= sum[j];
    }
    output[i] = total;
}
