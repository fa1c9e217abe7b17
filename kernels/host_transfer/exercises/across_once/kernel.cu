// Sums of nine neighbours, read from the memory of the host. There are eight numbers more than sums.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    int sum = 0;
    for (int j = 0; j < 9; ++j) sum += from_host[i + j];
    out[i] = sum;
}

// ---- yours from here ----
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    int sum = 0;
    for (int j = 0; j < 9; ++j) sum += from_host[i + j];
    out[i] = sum;
}
// ---- yours to here ----
