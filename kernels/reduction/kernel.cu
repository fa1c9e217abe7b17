// Adds up numbers, a stretch of Block * per_thread of them in each block. A thread first adds up its own in a register.
// Then the threads of the block put their sums together, which the four kernels do differently.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// A thread's numbers are blockDim.x apart, so that a warp's 32 reads lie side by side.
__device__ __forceinline__ unsigned own_sum(const unsigned* in, unsigned per_thread, unsigned n)
{
    const unsigned first = blockIdx.x * blockDim.x * per_thread + threadIdx.x;
    unsigned sum = 0;
    if (first + (per_thread - 1) * blockDim.x < n) {
        const unsigned* mine = in + first;
#pragma unroll 8
        for (unsigned j = 0; j < per_thread; ++j) sum += mine[j * blockDim.x];
    } else {  // the last block's stretch may end early
#pragma unroll 1
        for (unsigned j = 0; j < per_thread; ++j)
            if (first + j * blockDim.x < n) sum += in[first + j * blockDim.x];
    }
    return sum;
}

// All threads of the block add to one word of shared memory.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void reduction_atomics(const unsigned* in, unsigned* out, unsigned per_thread,
                                                         unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned all;
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    atomicAdd(&all, own_sum(in, per_thread, n));
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

// A tree in shared memory. In each round every second of the threads that were left adds its neighbour's sum: those at
// work are further and further apart, so that nearly to the end every warp has some of them.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void reduction_interleaved(const unsigned* in, unsigned* out, unsigned per_thread,
                                                             unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned sums[Block];
    sums[threadIdx.x] = own_sum(in, per_thread, n);
    __syncthreads();
#pragma unroll 1
    for (unsigned apart = 1; apart < Block; apart *= 2) {
        if (threadIdx.x % (2 * apart) == 0 && threadIdx.x + apart < Block)
            sums[threadIdx.x] += sums[threadIdx.x + apart];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

// The same tree, but the lower half of the threads adds the upper half's sums: whole warps are done early.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void reduction_halves(const unsigned* in, unsigned* out, unsigned per_thread,
                                                        unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned sums[Block];
    sums[threadIdx.x] = own_sum(in, per_thread, n);
    __syncthreads();
#pragma unroll 1
    for (unsigned left = Block; left > 1; left = (left + 1) / 2) {
        const unsigned half = (left + 1) / 2;
        if (threadIdx.x + half < left) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

// Lane 0 gets the sum of all lanes, register to register.
__device__ __forceinline__ unsigned warp_sum(unsigned sum)
{
#pragma unroll
    for (unsigned apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffff, sum, apart);
    return sum;
}

// Registers within a warp: shared memory carries one word of each warp, and one barrier is enough.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void reduction_shuffle(const unsigned* in, unsigned* out, unsigned per_thread,
                                                         unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned Warps = Block / 32;
    __shared__ unsigned sums[Warps];
    const unsigned sum = warp_sum(own_sum(in, per_thread, n));
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    const unsigned all = warp_sum(threadIdx.x < Warps ? sums[threadIdx.x] : 0);
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}

// A block of 32 threads for each sum; its first thread adds up what the others have.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void reduction_reference(const unsigned* in, unsigned* out, unsigned per_thread,
                                                           unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned part[32];
    const size_t begin = size_t(blockIdx.x) * Block * per_thread;
    const size_t wanted = begin + size_t(Block) * per_thread, end = wanted < n ? wanted : n;
    unsigned sum = 0;
    for (size_t i = begin + threadIdx.x; i < end; i += 32) sum += in[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int lane = 1; lane < 32; ++lane) sum += part[lane];
    out[blockIdx.x] = sum;
}
