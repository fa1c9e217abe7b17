// A histogram of 16 bins for each block, in eight copies.
//
// Yours are the lines between the two marks below: which copy a thread adds to, and where the copies lie. The rest is
// what you begin with. It is right, and your result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Bins = 16, Copies = 8;

// How many of a warp's 32 lanes add to the same word, at most, when all numbers fall into one bin: the compiler goes
// through all bins.
template <typename How>
constexpr __device__ int lanes_at_one_word()
{
    int most = 0;
    for (int bin = 0; bin < Bins; ++bin)
        for (int lane = 0; lane < 32; ++lane) {
            int same = 0;
            for (int other = 0; other < 32; ++other)
                if (How::word(How::copy(other), bin) == How::word(How::copy(lane), bin)) ++same;
            if (same > most) most = same;
        }
    return most;
}

// A histogram for each block, in Copies copies that are added up at the end. The block has 32 bytes of shared memory
// for each lane that adds to the same word, so that the compiler's report tells it; the copies are in dynamic shared
// memory.
template <typename How>
__device__ __forceinline__ void count(const unsigned* in, unsigned* out, int n)
{
    __shared__ volatile int lanes[8 * lanes_at_one_word<How>()];
    lanes[0] = 0;
    extern __shared__ unsigned sums[];
    for (int word = threadIdx.x; word < Bins * Copies; word += blockDim.x) sums[word] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sums[How::word(How::copy(threadIdx.x), in[i] % Bins)], 1u);
    __syncthreads();
    if (threadIdx.x >= Bins) return;
    unsigned sum = 0;
    for (int copy = 0; copy < Copies; ++copy) sum += sums[How::word(copy, threadIdx.x)];
    out[blockIdx.x * Bins + threadIdx.x] = sum;
}

// What you begin with, and what your result is compared with.
template <typename T>
struct OneForAll {
    // The copy to which thread `thread` of the block adds, 0 to Copies - 1. The compiler evaluates it: it is constexpr.
    static constexpr __device__ int copy(int thread) { return 0; }
    // Where the sum of a bin of that copy is, 0 to Bins * Copies - 1.
    static constexpr __device__ int word(int copy, int bin) { return copy * Bins + bin; }
};

template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    count<OneForAll<T>>(in, out, n);
}

// ---- yours from here ----
template <typename T>
struct Yours {
    // The copy to which thread `thread` of the block adds, 0 to Copies - 1. The compiler evaluates it: it is constexpr.
    static constexpr __device__ int copy(int thread) { return 0; }
    // Where the sum of a bin of that copy is, 0 to Bins * Copies - 1.
    static constexpr __device__ int word(int copy, int bin) { return copy * Bins + bin; }
};

template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    count<Yours<T>>(in, out, n);
}
// ---- yours to here ----
