// A chain of sixteen entries for each thread: where the next hop goes is known only when the last one has answered.
// Each input says how far an entry is beyond the one before it.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    unsigned next[16], entry = 0;
    for (int j = 0; j < 16; ++j) {
        entry = (entry + in[i + j * elements]) % 16;
        next[j] = entry;
    }
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = next[at];
        sum = sum * 3 + at;
    }
    out[i] = sum;
}

// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int hops)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    unsigned next[16], entry = 0;
    for (int j = 0; j < 16; ++j) {
        entry = (entry + in[i + j * elements]) % 16;
        next[j] = entry;
    }
    unsigned at = 0, sum = 0;
#pragma unroll 1
    for (int hop = 0; hop < hops; ++hop) {
        at = next[at];
        sum = sum * 3 + at;
    }
    out[i] = sum;
}
// ---- yours to here ----
