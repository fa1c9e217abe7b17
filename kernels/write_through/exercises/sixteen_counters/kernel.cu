// Each thread counts how often each of the sixteen numbers of four bits is in its words.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: each count is written to `out` once, when it is ready.
// ---- counted: reads of out, at most 1 times the reference's ----
// ---- counted: writes of out, at most 1 times the reference's ----
// ---- counted: writes elsewhere, at most 1 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    unsigned count[16] = {};
    for (int k = 0; k < reads; ++k) {
        unsigned word = in[size_t(k) * threads + i];
#pragma unroll 1
        for (int piece = 0; piece < 8; ++piece) {
            ++count[word & 15];
            word >>= 4;
        }
    }
    for (int v = 0; v < 16; ++v) out[size_t(v) * threads + i] = count[v];
}

// ---- yours from here ----
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    unsigned count[16] = {};
    for (int k = 0; k < reads; ++k) {
        unsigned word = in[size_t(k) * threads + i];
#pragma unroll 1
        for (int piece = 0; piece < 8; ++piece) {
            ++count[word & 15];
            word >>= 4;
        }
    }
    for (int v = 0; v < 16; ++v) out[size_t(v) * threads + i] = count[v];
}
// ---- yours to here ----
