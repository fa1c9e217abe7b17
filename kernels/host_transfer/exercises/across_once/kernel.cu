// Sums of nine neighbours, read from the memory of the host. There are eight numbers more than sums.
//
// Yours are the lines between the two marks below: which numbers a block brings into its shared memory, and where each
// thread finds its nine there. The rest is what you begin with. It is right, and your result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// A block brings one number into each word of its shared memory. `first` is the number with which its sums begin.
template <int Block, typename How>
__device__ __forceinline__ void add_up(const int* from_host, int* out, int elements)
{
    __shared__ int here[How::words];
    const int first = blockIdx.x * Block, last = elements + 8 - 1;
    for (int word = threadIdx.x; word < How::words; word += Block)
        here[word] = from_host[min(How::number(first, word), last)];
    __syncthreads();

    const int i = first + threadIdx.x;
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 9; ++j) sum += here[How::place(threadIdx.x, j)];
    out[i] = sum;
}

// What you begin with, and what your result is compared with.
template <int Block>
struct NineForEachThread {
    static constexpr int words = 9 * Block;
    static __device__ int number(int first, int word) { return first + word / 9 + word % 9; }
    static __device__ int place(int thread, int j) { return 9 * thread + j; }
};

template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    add_up<Block, NineForEachThread<Block>>(from_host, out, elements);
}

// ---- yours from here ----
template <int Block>
struct Yours {
    // How many words of shared memory the block fills. Each is fetched from the host.
    static constexpr int words = 9 * Block;

    // Which number of the host comes into word `word` of a block whose sums begin with number `first`.
    static __device__ int number(int first, int word) { return first + word / 9 + word % 9; }

    // In which word thread `thread` of the block finds number `j` of its nine.
    static __device__ int place(int thread, int j) { return 9 * thread + j; }
};

template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    add_up<Block, Yours<Block>>(from_host, out, elements);
}
// ---- yours to here ----
