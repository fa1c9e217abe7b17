// 36 values in registers, under the bound that is given; the rest in a column of shared memory.
template <int Values, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    constexpr int Near = 36, Far = Values - Near;
    __shared__ unsigned far[Far][Block];
    const int t = threadIdx.x;
    unsigned near[Near];
#pragma unroll
    for (int j = 0; j < Near; ++j) near[j] = input[size_t(j) * n + i];
#pragma unroll 4
    for (int j = 0; j < Far; ++j) far[j][t] = input[size_t(Near + j) * n + i];
#pragma unroll 1
    for (int round = 0; round < 8; ++round) {
        const unsigned first = near[0];
#pragma unroll
        for (int j = 0; j < Near; ++j) near[j] = near[j] * 3 + (j + 1 < Near ? near[j + 1] : far[0][t]);
#pragma unroll 4
        for (int j = 0; j < Far; ++j) far[j][t] = far[j][t] * 3 + (j + 1 < Far ? far[j + 1][t] : first);
    }
#pragma unroll
    for (int j = 0; j < Near; ++j) output[size_t(j) * n + i] = near[j];
#pragma unroll 4
    for (int j = 0; j < Far; ++j) output[size_t(Near + j) * n + i] = far[j][t];
}
