template <int Values, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    // After a round, value j speaks of j and j + 1. After eight, of j to j + 8: nine values at a time are enough.
    unsigned window[9], first[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) window[k] = first[k] = input[size_t(k % Values) * n + i];
#pragma unroll 9
    for (int j = 0; j < Values; ++j) {
        unsigned next = 0;
        if (j + 8 < Values) next = input[size_t(j + 8) * n + i];
#pragma unroll
        for (int k = 0; k < 8; ++k)
            if (j + 8 == Values + k) next = first[k];
        window[8] = next;
        unsigned mixed[9];
#pragma unroll
        for (int k = 0; k < 9; ++k) mixed[k] = window[k];
#pragma unroll
        for (int round = 0; round < 8; ++round)
#pragma unroll
            for (int k = 0; k < 8 - round; ++k) mixed[k] = mixed[k] * 3 + mixed[k + 1];
        output[size_t(j) * n + i] = mixed[0];
#pragma unroll
        for (int k = 0; k < 8; ++k) window[k] = window[k + 1];
    }
}
