// How many different numbers there are among the 24 of each thread. All are below 4,096.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: the notes are not to wait in other memory, as that of `new` or of a __device__ array.
// ---- counted: writes elsewhere, at most 1 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    int seen[4096];
    for (int number = 0; number < 4096; ++number) seen[number] = 0;
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements];
        if (seen[number] == 0) ++different;
        seen[number] = 1;
    }
    out[i] = different;
}

// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    int seen[4096];
    for (int number = 0; number < 4096; ++number) seen[number] = 0;
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements];
        if (seen[number] == 0) ++different;
        seen[number] = 1;
    }
    out[i] = different;
}
// ---- yours to here ----
