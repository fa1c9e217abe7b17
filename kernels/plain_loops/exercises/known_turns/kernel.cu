// How far the values of a window are from their mean: each thread keeps `taps` neighbours of its element, adds them, and
// adds up the distances, each times `taps`, so that all numbers stay integers. `taps` is an argument.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Most = 64;  // taps, at most

// What you begin with, and what your result is compared with. Element i has input[i] to input[i + taps - 1].
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* input, int* output, int n, int taps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    int window[Most];
    int sum = 0, distance = 0;
#pragma unroll
    for (int j = 0; j < taps; ++j) {
        window[j] = input[i + j];
        sum += window[j];
    }
#pragma unroll
    for (int j = 0; j < taps; ++j) distance += abs(taps * window[j] - sum);
    output[i] = distance;
}

// ---- counted: reads of input, at most 1.1 times the reference's ----
// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int n, int taps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    int window[Most];
    int sum = 0, distance = 0;
#pragma unroll
    for (int j = 0; j < taps; ++j) {
        window[j] = input[i + j];
        sum += window[j];
    }
#pragma unroll
    for (int j = 0; j < taps; ++j) distance += abs(taps * window[j] - sum);
    output[i] = distance;
}
// ---- yours to here ----
