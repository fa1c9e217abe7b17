// One lane reads one word again and again, each time with an address that the last read has given. The word's line is
// in L2. Which SM reads, and which line: a GPU's L2 is in pieces, and some are nearer to an SM than others.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// The SM that this thread runs on.
__device__ __forceinline__ unsigned this_sm()
{
    unsigned sm = 0;
#ifdef __CUDACC__
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
#endif
    return sm;
}

struct FromL2 {
    static __device__ __forceinline__ unsigned read(const unsigned* word) { return __ldcg(word); }
};
struct FromL1 {
    static __device__ __forceinline__ unsigned read(const unsigned* word) { return *word; }
};

// Cycles of `reads` dependent reads of the word at the beginning of a line. All words are 0, which the compiler does
// not know.
template <typename From>
__device__ __forceinline__ void chase(const unsigned* words, unsigned* end, long long* cycles, unsigned reads,
                                      unsigned line)
{
    const unsigned* begin = words + 32 * line;
    unsigned at = From::read(begin);  // from here on the line is where it is read from
    const long long start = clock64();
#pragma unroll 16
    for (unsigned read = 0; read < reads; ++read) at = From::read(begin + at);
    const long long stop = clock64();
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    end[thread] = at;
    cycles[thread] = stop - start;
}

// One block runs on each SM. The one on SM number `sm` reads; the others leave 0 cycles, which do not count.
template <typename From>
__global__ SPILLWAY_LAUNCH_BOUNDS void l2_distance_one(const unsigned* words, unsigned* end, long long* cycles,
                                                       unsigned reads, unsigned line, unsigned sm)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    end[thread] = 0;
    cycles[thread] = 0;
    if (threadIdx.x == 0 && this_sm() == sm) chase<From>(words, end, cycles, reads, line);
}

// Every SM reads the same line: the mean over the SMs.
template <typename From>
__global__ SPILLWAY_LAUNCH_BOUNDS void l2_distance_all(const unsigned* words, unsigned* end, long long* cycles,
                                                       unsigned reads, unsigned line)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    end[thread] = 0;
    cycles[thread] = 0;
    if (threadIdx.x == 0) chase<From>(words, end, cycles, reads, line);
}

// Each read goes to the next of Lines lines, as a pointer chase through an array does: the mean over the pieces of L2.
template <int Lines>
__global__ SPILLWAY_LAUNCH_BOUNDS void l2_distance_walk(const unsigned* words, unsigned* end, long long* cycles,
                                                        unsigned reads, unsigned sm)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    end[thread] = 0;
    cycles[thread] = 0;
    if (threadIdx.x != 0 || this_sm() != sm) return;
    unsigned at = 0;
    for (unsigned line = 0; line < Lines; ++line) at += __ldcg(words + 32 * line);  // all lines are in L2 then
    const long long start = clock64();
#pragma unroll 16
    for (unsigned read = 0; read < reads; ++read) at = __ldcg(words + 32 * (read % Lines) + at);
    const long long stop = clock64();
    end[thread] = at;
    cycles[thread] = stop - start;
}
