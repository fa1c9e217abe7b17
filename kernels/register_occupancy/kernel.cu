// Each thread smooths a row of Values numbers eight times: a value becomes three times itself plus its
// right-hand neighbour, which beyond the end is 0. How many of them are alive at once is the choice.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Rounds = 8;

// The whole row in registers. Value j of all threads lies side by side in memory.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void register_occupancy_whole_row(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned value[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) value[j] = input[size_t(j) * n + i];
#pragma unroll 1
    for (int round = 0; round < Rounds; ++round) {
#pragma unroll
        for (int j = 0; j < Values; ++j) value[j] = value[j] * 3 + (j + 1 < Values ? value[j + 1] : 0);
    }
#pragma unroll
    for (int j = 0; j < Values; ++j) output[size_t(j) * n + i] = value[j];
}

// 32 values at a time, and the eight to their right that they depend on: those are fetched and worked on
// twice.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void register_occupancy_pieces(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    constexpr int Piece = 32;
#pragma unroll 1
    for (int first = 0; first < Values; first += Piece) {
        unsigned value[Piece + Rounds];
#pragma unroll
        for (int j = 0; j < Piece + Rounds; ++j)
            value[j] = first + j < Values ? input[size_t(first + j) * n + i] : 0;
#pragma unroll
        for (int round = 0; round < Rounds; ++round)
#pragma unroll
            for (int j = 0; j + 1 < Piece + Rounds; ++j) value[j] = value[j] * 3 + value[j + 1];
#pragma unroll
        for (int j = 0; j < Piece; ++j)
            if (first + j < Values) output[size_t(first + j) * n + i] = value[j];
    }
}

// From right to left, all rounds at once: what a round needs of its right-hand neighbour is one number,
// so eight numbers are alive, however long the row is.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void register_occupancy_streamed(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned right[Rounds] = {};
#pragma unroll 8
    for (int j = Values - 1; j >= 0; --j) {
        unsigned value = input[size_t(j) * n + i];
#pragma unroll
        for (int round = 0; round < Rounds; ++round) {
            const unsigned smoothed = value * 3 + right[round];
            right[round] = value;
            value = smoothed;
        }
        output[size_t(j) * n + i] = value;
    }
}
