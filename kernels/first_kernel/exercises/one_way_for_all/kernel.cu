// Elements of eight kinds. Each kind has a branch of its own.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
__device__ __forceinline__ unsigned multiplied(unsigned value, unsigned by, int steps)
{
#pragma unroll 8
    for (int step = 0; step < steps; ++step) value = value * by ^ 40503u;
    return value;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    const int kind = i % 8;
    if (kind == 0)
        out[i] = multiplied(in[i], 3u, steps);
    else if (kind == 1)
        out[i] = multiplied(in[i], 5u, steps);
    else if (kind == 2)
        out[i] = multiplied(in[i], 7u, steps);
    else if (kind == 3)
        out[i] = multiplied(in[i], 9u, steps);
    else if (kind == 4)
        out[i] = multiplied(in[i], 11u, steps);
    else if (kind == 5)
        out[i] = multiplied(in[i], 13u, steps);
    else if (kind == 6)
        out[i] = multiplied(in[i], 15u, steps);
    else
        out[i] = multiplied(in[i], 17u, steps);
}

// ---- yours from here ----
__device__ __forceinline__ unsigned your_multiplied(unsigned value, unsigned by, int steps)
{
#pragma unroll 8
    for (int step = 0; step < steps; ++step) value = value * by ^ 40503u;
    return value;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    const int kind = i % 8;
    if (kind == 0)
        out[i] = your_multiplied(in[i], 3u, steps);
    else if (kind == 1)
        out[i] = your_multiplied(in[i], 5u, steps);
    else if (kind == 2)
        out[i] = your_multiplied(in[i], 7u, steps);
    else if (kind == 3)
        out[i] = your_multiplied(in[i], 9u, steps);
    else if (kind == 4)
        out[i] = your_multiplied(in[i], 11u, steps);
    else if (kind == 5)
        out[i] = your_multiplied(in[i], 13u, steps);
    else if (kind == 6)
        out[i] = your_multiplied(in[i], 15u, steps);
    else
        out[i] = your_multiplied(in[i], 17u, steps);
}
// ---- yours to here ----
