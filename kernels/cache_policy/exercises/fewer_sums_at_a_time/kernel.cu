// Many running sums, each of which takes in every number.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Numbers = 16;  // that each thread reads

// What you begin with, and what your result is compared with.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    unsigned sum[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) sum[j] = j;
#pragma unroll 1
    for (int k = 0; k < Numbers; ++k) {
        const unsigned number = input[size_t(k) * n + i];
#pragma unroll
        for (int j = 0; j < Values; ++j) sum[j] = sum[j] * 3 + number;
    }
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Values; ++j) total ^= sum[j];
    output[i] = total;
}

// ---- yours from here ----
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    unsigned sum[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) sum[j] = j;
#pragma unroll 1
    for (int k = 0; k < Numbers; ++k) {
        const unsigned number = input[size_t(k) * n + i];
#pragma unroll
        for (int j = 0; j < Values; ++j) sum[j] = sum[j] * 3 + number;
    }
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Values; ++j) total ^= sum[j];
    output[i] = total;
}
// ---- yours to here ----
