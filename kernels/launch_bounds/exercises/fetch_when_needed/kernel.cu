// Values that are fetched, kept during two walks through a table, and only then added up.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// From entry to entry: each look-up needs the answer of the one before.
__device__ __forceinline__ unsigned walk(const unsigned* table, unsigned entry)
{
#pragma unroll 1
    for (int step = 0; step < 128; ++step) entry = table[entry];
    return entry;
}

// What you begin with, and what your result is compared with.
template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    unsigned kept[Kept];
#pragma unroll
    for (int j = 0; j < Kept; ++j) kept[j] = input[size_t(j) * n + i];
    const unsigned first = walk(table, i / 32);
#pragma unroll
    for (int j = 0; j < Kept; ++j) kept[j] ^= first;
    const unsigned second = walk(table, first);
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Kept; ++j) total = total * 3 + (kept[j] ^ second);
    output[i] = total;
}

// ---- yours from here ----
template <int Kept>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, const unsigned* table, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    unsigned kept[Kept];
#pragma unroll
    for (int j = 0; j < Kept; ++j) kept[j] = input[size_t(j) * n + i];
    const unsigned first = walk(table, i / 32);
#pragma unroll
    for (int j = 0; j < Kept; ++j) kept[j] ^= first;
    const unsigned second = walk(table, first);
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Kept; ++j) total = total * 3 + (kept[j] ^ second);
    output[i] = total;
}
// ---- yours to here ----
