// Each thread has an array of its own and goes through `rounds` rounds. In each it reads Words words of the
// array, one after the other, and stores the first Share per cent of them again. What is stored is what was
// read (`zero` is 0, which the compiler does not know), so all kernels come to the same sum.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// `word(j)` is word j of this round.
template <int Words, int Share, typename Word>
__device__ __forceinline__ void one_round(unsigned& sum, unsigned zero, Word word)
{
    constexpr int Stored = (Words * Share + 50) / 100;
    unsigned value[Words];
#pragma unroll
    for (int j = 0; j < Words; ++j) value[j] = word(j);
#pragma unroll
    for (int j = 0; j < Words; ++j) sum = sum * 3 + value[j];
#pragma unroll
    for (int j = 0; j < Stored; ++j) word(j) = value[j] ^ zero;
}

// Even rounds begin at the first word and odd ones at the second. `mask` is 1, which the compiler does not
// know: it cannot tell which word it is, and leaves the array in memory.
template <int Words, int Share>
__global__ SPILLWAY_LAUNCH_BOUNDS void write_through_local(const unsigned* input, unsigned* output, unsigned rounds,
                                                           unsigned mask, unsigned zero)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned own[Words + 1];
    for (int j = 0; j <= Words; ++j) own[j] = input[j * threads + i];
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round)
        one_round<Words, Share>(sum, zero, [&](int j) -> unsigned& { return own[(round & mask) + j]; });
    output[i] = sum;
}

// The same array in shared memory. Word j of all threads lies side by side, as it does in local memory.
template <int Words, int Share>
__global__ SPILLWAY_LAUNCH_BOUNDS void write_through_shared(const unsigned* input, unsigned* output, unsigned rounds,
                                                            unsigned mask, unsigned zero)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    extern __shared__ unsigned columns[];
    for (int j = 0; j <= Words; ++j) columns[j * blockDim.x + threadIdx.x] = input[j * threads + i];
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round)
        one_round<Words, Share>(
            sum, zero, [&](int j) -> unsigned& { return columns[((round & mask) + j) * blockDim.x + threadIdx.x]; });
    output[i] = sum;
}

// And in registers: two rounds are written out, so that every index is a constant.
template <int Words, int Share>
__global__ SPILLWAY_LAUNCH_BOUNDS void write_through_registers(const unsigned* input, unsigned* output, unsigned rounds,
                                                               unsigned zero)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned own[Words + 1];
#pragma unroll
    for (int j = 0; j <= Words; ++j) own[j] = input[j * threads + i];
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; round += 2) {
        one_round<Words, Share>(sum, zero, [&](int j) -> unsigned& { return own[j]; });
        one_round<Words, Share>(sum, zero, [&](int j) -> unsigned& { return own[1 + j]; });
    }
    output[i] = sum;
}
