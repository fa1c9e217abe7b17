template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    constexpr int Some = 24;
    unsigned total = 0;
#pragma unroll 1
    for (int first = 0; first < Values; first += Some) {
        unsigned sum[Some];
#pragma unroll
        for (int j = 0; j < Some; ++j) sum[j] = first + j;
#pragma unroll 1
        for (int k = 0; k < Numbers; ++k) {
            const unsigned number = input[size_t(k) * n + i];
#pragma unroll
            for (int j = 0; j < Some; ++j) sum[j] = sum[j] * 3 + number;
        }
#pragma unroll
        for (int j = 0; j < Some; ++j)
            if (first + j < Values) total ^= sum[j];
    }
    output[i] = total;
}
