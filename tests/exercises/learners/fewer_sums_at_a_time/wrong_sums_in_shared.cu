// Wrong: goal little_shared
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __shared__ unsigned sum[32][256];
    unsigned total = 0;
#pragma unroll 1
    for (int first = 0; first < Values; first += 32) {
        for (int j = 0; j < 32; ++j) sum[j][threadIdx.x] = first + j;
        for (int k = 0; k < Numbers; ++k) {
            const unsigned number = input[size_t(k) * n + i];
#pragma unroll 4
            for (int j = 0; j < 32; ++j) sum[j][threadIdx.x] = sum[j][threadIdx.x] * 3 + number;
        }
        for (int j = 0; j < 32 && first + j < Values; ++j) total ^= sum[j][threadIdx.x];
    }
    output[i] = total;
}
