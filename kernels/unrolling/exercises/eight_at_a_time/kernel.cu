// Each thread works through 21 numbers, one after the other.
//
// Yours are the lines between the two marks below: the whole kernel. The rest is what you begin with. It is right, and
// your result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* in, unsigned* out, int stride, int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= stride) return;
    unsigned sum = 0;
#pragma unroll 1
    for (int j = 0; j < rounds; ++j) sum = sum * 3 + in[thread + j * stride];
    out[thread] = sum;
}

// ---- yours from here ----
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int stride, int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= stride) return;
    unsigned sum = 0;
#pragma unroll 1
    for (int j = 0; j < rounds; ++j) sum = sum * 3 + in[thread + j * stride];
    out[thread] = sum;
}
// ---- yours to here ----
