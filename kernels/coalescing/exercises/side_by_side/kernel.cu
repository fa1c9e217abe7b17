// A copy in which every thread walks its own stretch.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    for (int j = 0; j < Stretch; ++j) out[i * Stretch + j] = in[i * Stretch + j];
}

// ---- yours from here ----
template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    for (int j = 0; j < Stretch; ++j) out[i * Stretch + j] = in[i * Stretch + j];
}
// ---- yours to here ----
