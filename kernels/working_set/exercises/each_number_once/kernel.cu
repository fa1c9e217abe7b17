// Eight sums of the same numbers, each with a weight of its own.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: how often yours reads `in`, where the reference reads each number eight times, and that
// the sums do not wait in `out`.
// ---- counted: reads of in, at most 0.13 times the reference's ----
// ---- counted: reads of out, at most 1 times the reference's ----
// ---- counted: writes of out, at most 1 times the reference's ----
// ---- counted: writes elsewhere, at most 1 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Passes>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

#pragma unroll 1
    for (int pass = 0; pass < Passes; ++pass) {
        unsigned sum = 0;
#pragma unroll 1
        for (int k = 0; k < reads; ++k) sum = sum * (2 * pass + 3) + in[size_t(k) * threads + i];
        out[size_t(pass) * threads + i] = sum;
    }
}

// ---- yours from here ----
template <int Passes>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

#pragma unroll 1
    for (int pass = 0; pass < Passes; ++pass) {
        unsigned sum = 0;
#pragma unroll 1
        for (int k = 0; k < reads; ++k) sum = sum * (2 * pass + 3) + in[size_t(k) * threads + i];
        out[size_t(pass) * threads + i] = sum;
    }
}
// ---- yours to here ----
