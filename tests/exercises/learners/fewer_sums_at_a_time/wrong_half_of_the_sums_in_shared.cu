// Wrong: goal no_spills little_shared
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __shared__ unsigned others[Values / 2][256];
    unsigned sum[Values - Values / 2];
#pragma unroll
    for (int j = 0; j < Values; ++j) {
        if (j < Values / 2)
            others[j][threadIdx.x] = j;
        else
            sum[j - Values / 2] = j;
    }
#pragma unroll 1
    for (int k = 0; k < Numbers; ++k) {
        const unsigned number = input[size_t(k) * n + i];
#pragma unroll
        for (int j = 0; j < Values; ++j) {
            if (j < Values / 2)
                others[j][threadIdx.x] = others[j][threadIdx.x] * 3 + number;
            else
                sum[j - Values / 2] = sum[j - Values / 2] * 3 + number;
        }
    }
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Values; ++j) total ^= j < Values / 2 ? others[j][threadIdx.x] : sum[j - Values / 2];
    output[i] = total;
}
