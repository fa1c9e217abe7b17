// A latency of L2: 64 reads, each waiting for the last.
//
// Yours are the lines between the two marks below: which line is read in which step. The rest is what you begin with.
// It is right, and your result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Reads = 64, Lines = 64;

// How many of the lines a walk of Reads steps leaves out: the compiler goes through all steps.
template <typename Way>
constexpr __device__ int lines_left_out()
{
    int left_out = 0;
    for (int line = 0; line < Lines; ++line) {
        bool is_read = false;
        for (int step = 0; step < Reads; ++step) is_read = is_read || Way::line(step) == line;
        if (!is_read) ++left_out;
    }
    return left_out;
}

// One lane of each block reads a word of one line after the other, each at an address that the last read has given: all
// words are 0. The block has 4 bytes of shared memory for each line that is left out, and 4 more, so that the
// compiler's report tells it.
template <typename Way>
__device__ __forceinline__ void walk(const unsigned* words, unsigned* out)
{
    __shared__ volatile int left_out[1 + lines_left_out<Way>()];
    left_out[0] = 0;
    if (threadIdx.x != 0) return;
    unsigned at = 0;
    for (int step = 0; step < Reads; ++step) at = __ldcg(words + 32 * Way::line(step) + at);
    out[blockIdx.x] = at;
}

// What you begin with, and what your result is compared with.
template <typename T>
struct OneLine {
    // Which line is read in step `step`, 0 to Lines - 1. The compiler asks it too, so it is constexpr.
    static constexpr __device__ int line(int step) { return 0; }
};

template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* words, unsigned* out)
{
    SPILLWAY_SPILL_TARGET;
    walk<OneLine<T>>(words, out);
}

// ---- yours from here ----
template <typename T>
struct Yours {
    // Which line is read in step `step`, 0 to Lines - 1. The compiler asks it too, so it is constexpr.
    static constexpr __device__ int line(int step) { return 0; }
};

template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* words, unsigned* out)
{
    SPILLWAY_SPILL_TARGET;
    walk<Yours<T>>(words, out);
}
// ---- yours to here ----
