// Wrong: result
// The two halves are not apart: the last of the one needs the first of the other.
template <int Values, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    constexpr int Half = Values / 2;
#pragma unroll 1
    for (int from = 0; from < Values; from += Half) {
        unsigned value[Half];
#pragma unroll
        for (int j = 0; j < Half; ++j) value[j] = input[size_t(from + j) * n + i];
#pragma unroll 1
        for (int round = 0; round < 8; ++round) {
            const unsigned first = value[0];
#pragma unroll
            for (int j = 0; j < Half; ++j) value[j] = value[j] * 3 + (j + 1 < Half ? value[j + 1] : first);
        }
#pragma unroll
        for (int j = 0; j < Half; ++j) output[size_t(from + j) * n + i] = value[j];
    }
}
