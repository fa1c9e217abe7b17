// Four numbers of each thread, sorted by a function. Then the smallest counts once, and the largest four times.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
__device__ __noinline__ void put_in_order(int* four)
{
    for (int last = 3; last > 0; --last)
        for (int j = 0; j < last; ++j)
            if (four[j] > four[j + 1]) {
                const int larger = four[j];
                four[j] = four[j + 1];
                four[j + 1] = larger;
            }
}

__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    const int4 value = in[i];
    int four[4] = {value.x, value.y, value.z, value.w};
    put_in_order(four);
    out[i] = four[0] + 2 * four[1] + 3 * four[2] + 4 * four[3];
}

// ---- yours from here ----
__device__ __noinline__ void your_put_in_order(int* four)
{
    for (int last = 3; last > 0; --last)
        for (int j = 0; j < last; ++j)
            if (four[j] > four[j + 1]) {
                const int larger = four[j];
                four[j] = four[j + 1];
                four[j + 1] = larger;
            }
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    const int4 value = in[i];
    int four[4] = {value.x, value.y, value.z, value.w};
    your_put_in_order(four);
    out[i] = four[0] + 2 * four[1] + 3 * four[2] + 4 * four[3];
}
// ---- yours to here ----
