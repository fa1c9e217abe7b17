// Wrong: accesses
template <int Values, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

#pragma unroll 1
    for (int j = 0; j < Values; ++j) {
        unsigned value[9];
#pragma unroll
        for (int k = 0; k < 9; ++k) value[k] = input[size_t((j + k) % Values) * n + i];
#pragma unroll
        for (int round = 0; round < 8; ++round)
#pragma unroll
            for (int k = 0; k < 8 - round; ++k) value[k] = value[k] * 3 + value[k + 1];
        output[size_t(j) * n + i] = value[0];
    }
}
