// The sums from From on, 16 at a time.
template <int From, int Values>
__device__ unsigned total_of(const unsigned* input, int n)
{
    if constexpr (From >= Values) {
        return 0;
    } else {
        constexpr int sums = Values - From < 16 ? Values - From : 16;
        unsigned sum[sums], total = 0;
        for (int j = 0; j < sums; ++j) sum[j] = From + j;
#pragma unroll 1
        for (int k = 0; k < Numbers; ++k)
            for (int j = 0; j < sums; ++j) sum[j] = sum[j] * 3 + input[size_t(k) * n];
        for (int j = 0; j < sums; ++j) total ^= sum[j];
        return total ^ total_of<From + 16, Values>(input, n);
    }
}

template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    output[i] = total_of<0, Values>(input + i, n);
}
