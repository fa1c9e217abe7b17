// Each lane adds up a record in shared memory, again and again. An unused word after each record keeps the banks apart.
//
// Yours are the lines between the two marks below: where each word lies, and which word a lane reads when. The rest is
// what you begin with. It is right, and your result is compared with it: the sums, and in `met` how many lanes of a warp
// find another lane in their bank.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Words = 32;  // of a record, and records: one for each lane

// Word w of record r is put at How::place(r, w) of the tile. In step s lane l reads word How::word(l, s) of its record.
template <typename How>
__device__ __forceinline__ void add_up(const int* in, int* out, int* met, int elements)
{
    __shared__ int tile[How::tile_words];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[How::place(t / Words, t % Words)] = in[t];
    __syncthreads();

    const int lane = threadIdx.x % 32;
    const volatile int* words = tile;  // volatile: every read is made
    int sum = 0;
#pragma unroll 1
    for (int pass = 0; pass < 32; ++pass)
        for (int step = 0; step < Words; ++step) sum += words[How::place(lane, How::word(lane, step))];

    // Thread n of a warp looks at step n: which lanes find their bank taken?
    int found_taken = 0;
    unsigned taken = 0;
#pragma unroll 1
    for (int other = 0; other < 32; ++other) {
        const unsigned bank = 1u << unsigned(How::place(other, How::word(other, lane))) % 32;
        if (taken & bank) ++found_taken;
        taken |= bank;
    }
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    out[i] = sum;
    met[i] = found_taken;
}

// What you begin with, and what your result is compared with.
struct OneWordUnused {
    static constexpr int tile_words = 32 * (Words + 1);
    static __device__ int place(int record, int word) { return record * (Words + 1) + word; }
    static __device__ int word(int, int step) { return step; }
};

__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* in, int* out, int* met, int elements)
{
    SPILLWAY_SPILL_TARGET;
    add_up<OneWordUnused>(in, out, met, elements);
}

// ---- yours from here ----
struct Yours {
    static constexpr int tile_words = 32 * (Words + 1);

    // Where word `word` of record `record` lies in the tile.
    static __device__ int place(int record, int word) { return record * (Words + 1) + word; }

    // Which word of its record lane `lane` reads in step `step`.
    static __device__ int word(int lane, int step) { return step; }
};

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int* met, int elements)
{
    SPILLWAY_SPILL_TARGET;
    add_up<Yours>(in, out, met, elements);
}
// ---- yours to here ----
