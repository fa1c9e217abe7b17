// Every number is multiplied by a factor that lies in memory, eight numbers for each thread.
//
// Yours are the lines between the two marks below: the whole kernel. The rest is what you begin with. It is right, and
// your result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Items>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* in, const int* factor, int* out)
{
    SPILLWAY_SPILL_TARGET;
    const int first = blockIdx.x * blockDim.x * Items + threadIdx.x;
#pragma unroll
    for (int j = 0; j < Items; ++j) out[first + j * blockDim.x] = in[first + j * blockDim.x] * *factor;
}

// ---- yours from here ----
template <int Items>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, const int* factor, int* out)
{
    SPILLWAY_SPILL_TARGET;
    const int first = blockIdx.x * blockDim.x * Items + threadIdx.x;
#pragma unroll
    for (int j = 0; j < Items; ++j) out[first + j * blockDim.x] = in[first + j * blockDim.x] * *factor;
}
// ---- yours to here ----
