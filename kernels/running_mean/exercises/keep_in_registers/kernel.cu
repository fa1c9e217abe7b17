// A running mean whose window is in local memory.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: the window is not to wait in other memory, as that of `new` or of a __device__ array.
// ---- counted: writes elsewhere, at most 1 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float window[WindowSize];
    for (int j = 0; j < WindowSize; ++j) window[j] = input[i + j];
    float sum = 0;
    for (int j = 0; j < WindowSize; ++j) sum += window[unsigned(j + elements) % WindowSize];
    output[i] = sum / WindowSize;
}

// ---- yours from here ----
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float window[WindowSize];
    for (int j = 0; j < WindowSize; ++j) window[j] = input[i + j];
    float sum = 0;
    for (int j = 0; j < WindowSize; ++j) sum += window[unsigned(j + elements) % WindowSize];
    output[i] = sum / WindowSize;
}
// ---- yours to here ----
