// A histogram: every number of the input adds 1 to one of `bins` sums. Which one is in the number's last bits. Lanes
// and warps that want the same sum at the same time wait for each other; how many do is decided by the number of sums.
// That number is an argument, so the machine code is the same for one sum and for thousands.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Numbers = 16;  // of a thread, blockDim.x apart; the input ends where a block's numbers end

// Calls add(bin) for each number of the thread.
template <typename Add>
__device__ __forceinline__ void for_each_bin(const unsigned* in, unsigned bins, Add add)
{
    const unsigned first = blockIdx.x * blockDim.x * Numbers + threadIdx.x;
#pragma unroll 4
    for (unsigned j = 0; j < Numbers; ++j) add(in[first + j * blockDim.x] & (bins - 1));
}

// The last block to come here takes the sums and leaves zeros for the next launch.
template <typename T>
__device__ __forceinline__ void last_block_takes(T* sums, unsigned* ticket, unsigned* out, unsigned bins)
{
    __shared__ unsigned number;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) number = atomicInc(ticket, gridDim.x - 1);
    __syncthreads();
    if (number != gridDim.x - 1) return;
    for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) out[bin] = unsigned(atomicExch(&sums[bin], T(0)));
}

// Every number adds to the sums in global memory.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void atomics_global(const unsigned* in, T* sums, unsigned* ticket, unsigned* out,
                                                      unsigned bins)
{
    SPILLWAY_SPILL_TARGET;
    for_each_bin(in, bins, [&](unsigned bin) { atomicAdd(&sums[bin], T(1)); });
    last_block_takes(sums, ticket, out, bins);
}

// Each block has sums of its own in shared memory, and adds them to the global ones once.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void atomics_shared(const unsigned* in, T* sums, unsigned* ticket, unsigned* out,
                                                      unsigned bins)
{
    SPILLWAY_SPILL_TARGET;
    extern __shared__ unsigned words[];
    T* own = reinterpret_cast<T*>(words);
    for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) own[bin] = 0;
    __syncthreads();
    for_each_bin(in, bins, [&](unsigned bin) { atomicAdd(&own[bin], T(1)); });
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x)
        if (const T sum = own[bin]; sum != 0) atomicAdd(&sums[bin], sum);
    last_block_takes(sums, ticket, out, bins);
}

// The lanes that want the same sum find each other, and one of them adds for all.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void atomics_aggregated(const unsigned* in, T* sums, unsigned* ticket, unsigned* out,
                                                          unsigned bins)
{
    SPILLWAY_SPILL_TARGET;
    for_each_bin(in, bins, [&](unsigned bin) {
        const unsigned same = __match_any_sync(0xffffffff, bin);
        if (threadIdx.x % 32 == __ffs(same) - 1) atomicAdd(&sums[bin], T(__popc(same)));
    });
    last_block_takes(sums, ticket, out, bins);
}
