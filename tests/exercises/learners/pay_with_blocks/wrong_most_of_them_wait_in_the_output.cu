// Wrong: accesses
template <int Values, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Own = Values / 4;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    unsigned value[Own];
#pragma unroll
    for (int j = 0; j < Own; ++j) value[j] = input[size_t(j) * n + i];
    for (int j = Own; j < Values; ++j) output[size_t(j) * n + i] = input[size_t(j) * n + i];
#pragma unroll 1
    for (int round = 0; round < 8; ++round) {
        const unsigned first = value[0];
#pragma unroll
        for (int j = 0; j < Own; ++j)
            value[j] = value[j] * 3 + (j + 1 < Own ? value[j + 1] : output[size_t(Own) * n + i]);
#pragma unroll 1
        for (int j = Own; j < Values; ++j) {
            const unsigned next = j + 1 < Values ? output[size_t(j + 1) * n + i] : first;
            output[size_t(j) * n + i] = output[size_t(j) * n + i] * 3 + next;
        }
    }
#pragma unroll
    for (int j = 0; j < Own; ++j) output[size_t(j) * n + i] = value[j];
}
