// Numbers in an array are mixed for a few rounds, under a bound that leaves a thread 64 registers.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: each value is read from `input` once, and written to `output` once, when it is ready.
// ---- counted: reads of input, at most 1.25 times the reference's ----
// ---- counted: reads of output, at most 1 times the reference's ----
// ---- counted: writes of output, at most 1 times the reference's ----
// ---- counted: writes elsewhere, at most 1 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Values, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    unsigned value[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) value[j] = input[size_t(j) * n + i];
#pragma unroll 1
    for (int round = 0; round < 8; ++round) {
        const unsigned first = value[0];
#pragma unroll
        for (int j = 0; j < Values; ++j) value[j] = value[j] * 3 + (j + 1 < Values ? value[j + 1] : first);
    }
#pragma unroll
    for (int j = 0; j < Values; ++j) output[size_t(j) * n + i] = value[j];
}

// ---- yours from here ----
template <int Values, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    unsigned value[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) value[j] = input[size_t(j) * n + i];
#pragma unroll 1
    for (int round = 0; round < 8; ++round) {
        const unsigned first = value[0];
#pragma unroll
        for (int j = 0; j < Values; ++j) value[j] = value[j] * 3 + (j + 1 < Values ? value[j + 1] : first);
    }
#pragma unroll
    for (int j = 0; j < Values; ++j) output[size_t(j) * n + i] = value[j];
}
// ---- yours to here ----
