template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned number[Numbers][256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < Numbers; ++k) number[k][threadIdx.x] = input[size_t(k) * n + i];
    unsigned total = 0;
#pragma unroll 1
    for (int j = 0; j < Values; j += 2) {
        unsigned sum = j, next = j + 1;
#pragma unroll
        for (int k = 0; k < Numbers; ++k) {
            sum = sum * 3 + number[k][threadIdx.x];
            next = next * 3 + number[k][threadIdx.x];
        }
        total ^= j + 1 < Values ? sum ^ next : sum;
    }
    output[i] = total;
}
