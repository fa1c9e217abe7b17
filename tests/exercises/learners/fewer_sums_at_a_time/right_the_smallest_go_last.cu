template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned total = 0;
    int left = Values;
#pragma unroll 1
    while (left > 0) {
        const int first = max(left - 20, 0);
        unsigned sum[20];
#pragma unroll
        for (int j = 0; j < 20; ++j) sum[j] = first + j;
        for (int k = 0; k < Numbers; ++k) {
            const unsigned number = input[size_t(k) * n + i];
#pragma unroll
            for (int j = 0; j < 20; ++j) sum[j] = sum[j] * 3 + number;
        }
#pragma unroll
        for (int j = 0; j < 20; ++j)
            if (first + j < left) total ^= sum[j];
        left = first;
    }
    output[i] = total;
}
