// A row that is kept in registers whole.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: each result is written to `output` once, and never read from there.
// ---- counted: reads of output, at most 1 times the reference's ----
// ---- counted: writes of output, at most 1 times the reference's ----
// ---- counted: writes elsewhere, at most 1 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float row[Values + 2];
#pragma unroll
    for (int j = 0; j < Values + 2; ++j) row[j] = input[i + j * elements];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Values; ++j) output[i + j * elements] = row[j] + 2 * row[j + 1] + row[j + 2];
}

// ---- yours from here ----
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float row[Values + 2];
#pragma unroll
    for (int j = 0; j < Values + 2; ++j) row[j] = input[i + j * elements];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Values; ++j) output[i + j * elements] = row[j] + 2 * row[j + 1] + row[j + 2];
}
// ---- yours to here ----
