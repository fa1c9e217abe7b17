// Wrong: does not compile
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned total = 0;
    int at_once = 24;
#pragma unroll 1
    for (int from = 0; from < Values; from += at_once) {
        unsigned sum[at_once];
#pragma unroll
        for (int j = 0; j < at_once; ++j) sum[j] = from + j;
#pragma unroll 1
        for (int k = 0; k < Numbers; ++k) {
            const unsigned number = input[size_t(k) * n + i];
#pragma unroll
            for (int j = 0; j < at_once; ++j) sum[j] = sum[j] * 3 + number;
        }
#pragma unroll
        for (int j = 0; j < at_once; ++j)
            if (from + j < Values) total ^= sum[j];
    }
    output[i] = total;
}
