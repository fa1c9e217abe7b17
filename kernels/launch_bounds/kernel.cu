// Each thread fetches Kept values, then its warp walks a chain of look-ups in a table, and only afterwards
// are the values needed. During the walk they lie idle, in registers that keep other warps off the SM.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// From entry to entry, all lanes together: each look-up needs the answer of the one before, so the warp
// mostly waits. Only other warps can use that time.
__device__ __forceinline__ unsigned walk(const unsigned* table, unsigned entry)
{
#pragma unroll 1
    for (int step = 0; step < 256; ++step) entry = table[entry];
    return entry;
}

template <int Kept>
__device__ __forceinline__ void keep_and_walk(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned kept[Kept];
#pragma unroll
    for (int j = 0; j < Kept; ++j) kept[j] = input[size_t(j) * n + i];
    const unsigned end = walk(table, i / 32);
#pragma unroll
    for (int j = 0; j < Kept; ++j) output[size_t(j) * n + i] = kept[j] ^ end;
}

// No bound: ptxas takes the registers it wants. Here a register cap is obeyed.
template <int Kept>
__global__ void launch_bounds_none(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    keep_and_walk<Kept>(input, table, output, n);
}

// Tells only how many threads a block has. A register cap is ignored from here on.
template <int Kept, int BlockSize>
__global__ __launch_bounds__(BlockSize) void launch_bounds_threads(const unsigned* input, const unsigned* table,
                                                                   unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    keep_and_walk<Kept>(input, table, output, n);
}

// Tells also how many blocks shall fit on an SM: the knob "minimum blocks per SM".
template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void launch_bounds_blocks(const unsigned* input, const unsigned* table,
                                                            unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    keep_and_walk<Kept>(input, table, output, n);
}

// Walks first and fetches afterwards: nothing is kept, nothing is spilled.
template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void launch_bounds_fetch_late(const unsigned* input, const unsigned* table,
                                                                unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned end = walk(table, i / 32);
#pragma unroll 8
    for (int j = 0; j < Kept; ++j) output[size_t(j) * n + i] = input[size_t(j) * n + i] ^ end;
}
