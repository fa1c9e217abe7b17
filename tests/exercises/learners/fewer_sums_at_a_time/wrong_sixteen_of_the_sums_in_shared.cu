// Wrong: goal no_spills
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned others[16][256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned sum[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) {
        if (j < 16)
            others[j][threadIdx.x] = j;
        else
            sum[j] = j;
    }
#pragma unroll 1
    for (int k = 0; k < Numbers; ++k) {
        const unsigned number = input[size_t(k) * n + i];
#pragma unroll
        for (int j = 0; j < Values; ++j) {
            if (j < 16)
                others[j][threadIdx.x] = others[j][threadIdx.x] * 3 + number;
            else
                sum[j] = sum[j] * 3 + number;
        }
    }
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Values; ++j) total ^= j < 16 ? others[j][threadIdx.x] : sum[j];
    output[i] = total;
}
