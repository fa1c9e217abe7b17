// Each thread adds up numbers of a table, at places that look random. All of them are below 65,536.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr unsigned Words = 24576;

// Where lookup n of the grid reads: a hash of n, brought into the table.
__device__ __forceinline__ unsigned place(unsigned n)
{
    n *= 2654435761u;
    n ^= n >> 15;
    n *= 2246822519u;
    n ^= n >> 13;
    return n % Words;
}

// What you begin with, and what your result is compared with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* table, unsigned* out, unsigned threads,
                                                 unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += table[place(k * threads + i)];
    out[i] = sum;
}

// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += table[place(k * threads + i)];
    out[i] = sum;
}
// ---- yours to here ----
