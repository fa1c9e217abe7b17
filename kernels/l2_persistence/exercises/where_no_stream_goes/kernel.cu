// In every round each thread needs the same eight hot words, and a new word of a stream.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* hot, const unsigned* stream, unsigned* out,
                                                 int threads, int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    const volatile unsigned* mine = hot + i;  // volatile: every read is made
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        const unsigned word = __ldcs(stream + size_t(round) * threads + i);
#pragma unroll 1
        for (int j = 0; j < 8; ++j) sum = sum * 3 + (mine[j * threads] ^ word);
    }
    out[i] = sum;
}

// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    const volatile unsigned* mine = hot + i;  // volatile: every read is made
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        const unsigned word = __ldcs(stream + size_t(round) * threads + i);
#pragma unroll 1
        for (int j = 0; j < 8; ++j) sum = sum * 3 + (mine[j * threads] ^ word);
    }
    out[i] = sum;
}
// ---- yours to here ----
