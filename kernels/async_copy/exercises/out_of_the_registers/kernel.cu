// Each block takes tiles of 16 KiB one after another into shared memory. The next two are on their way into registers.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Threads = 256;
constexpr int Words = 4;  // of 16 bytes, that each thread brings for a tile
constexpr int Tile = Words * Threads;

// Goes on from sum with a tile. A thread reads what other threads have brought.
__device__ __forceinline__ unsigned computed(const uint4* tile, unsigned sum)
{
#pragma unroll 1
    for (int i = threadIdx.x; i < Tile; i += Threads) {
        const uint4 near = tile[i], far = tile[Tile - 1 - i];
        sum = sum * 3 + (near.x ^ far.w);
        sum = sum * 3 + (near.y ^ far.z);
    }
    return sum;
}

// Asks for a copy of 16 bytes from global into shared memory. It passes no register, and the thread does not wait.
__device__ __forceinline__ void copy_async(uint4* to, const uint4* from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(unsigned(__cvta_generic_to_shared(to))), "l"(from)
                 : "memory");
}
// The copies asked for since the last group are one group: it may be empty.
__device__ __forceinline__ void end_group()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}
// Waits until at most Left of this thread's groups are on their way.
template <int Left>
__device__ __forceinline__ void wait_for_groups()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(Left) : "memory");
}

// What you begin with, and what your result is compared with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile + threadIdx.x;
    __shared__ uint4 tile[Tile];
    uint4 next[Words] = {}, after[Words] = {};
#pragma unroll
    for (int j = 0; j < Words; ++j) {
        next[j] = mine[j * Threads];
        if (tiles > 1) after[j] = mine[Tile + j * Threads];
    }
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
#pragma unroll
        for (int j = 0; j < Words; ++j) {
            tile[threadIdx.x + j * Threads] = next[j];
            next[j] = after[j];
            if (t + 2 < tiles) after[j] = mine[size_t(t + 2) * Tile + j * Threads];
        }
        __syncthreads();
        sum = computed(tile, sum);
        __syncthreads();
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}

// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const uint4* mine = in + size_t(blockIdx.x) * tiles * Tile + threadIdx.x;
    __shared__ uint4 tile[Tile];
    uint4 next[Words] = {}, after[Words] = {};
#pragma unroll
    for (int j = 0; j < Words; ++j) {
        next[j] = mine[j * Threads];
        if (tiles > 1) after[j] = mine[Tile + j * Threads];
    }
    unsigned sum = 0;
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
#pragma unroll
        for (int j = 0; j < Words; ++j) {
            tile[threadIdx.x + j * Threads] = next[j];
            next[j] = after[j];
            if (t + 2 < tiles) after[j] = mine[size_t(t + 2) * Tile + j * Threads];
        }
        __syncthreads();
        sum = computed(tile, sum);
        __syncthreads();
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
// ---- yours to here ----
