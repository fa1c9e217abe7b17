// Every lane follows a chain of indices through a small table: next[i] is (i + 32) % 256. The first
// Addresses words are where the lanes begin, so a warp's 32 reads go to Addresses different words, always.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr unsigned TableWords = 256;  // 1 KiB: it fits the smallest constant cache there is

__constant__ unsigned constant_table[TableWords];

// Where the next read goes is known only when the last one has answered.
template <typename Table>
__device__ void follow(const Table& table, unsigned first, unsigned* end, long long* cycles, unsigned reads)
{
    unsigned at = first;
    for (unsigned warm = 0; warm < TableWords / 32; ++warm) at = table[at];  // once round: all is in the cache
    const long long start = clock64();
#pragma unroll 16
    for (unsigned read = 0; read < reads; ++read) at = table[at];
    const long long stop = clock64();
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    end[thread] = at;
    cycles[thread] = stop - start;
}

// Constant memory, through the constant cache.
template <int Addresses>
__global__ SPILLWAY_LAUNCH_BOUNDS void constant_broadcast_constant(const unsigned*, unsigned* end, long long* cycles,
                                                                   unsigned reads)
{
    SPILLWAY_SPILL_TARGET;
    follow(constant_table, threadIdx.x % 32 % Addresses, end, cycles, reads);
}

// The same table in global memory, through L1.
template <int Addresses>
__global__ SPILLWAY_LAUNCH_BOUNDS void constant_broadcast_global(const unsigned* table, unsigned* end,
                                                                 long long* cycles, unsigned reads)
{
    SPILLWAY_SPILL_TARGET;
    follow(table, threadIdx.x % 32 % Addresses, end, cycles, reads);
}

// And in shared memory.
template <int Addresses>
__global__ SPILLWAY_LAUNCH_BOUNDS void constant_broadcast_shared(const unsigned* table, unsigned* end,
                                                                 long long* cycles, unsigned reads)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned copy[TableWords];
    for (unsigned t = threadIdx.x; t < TableWords; t += blockDim.x) copy[t] = table[t];
    __syncthreads();
    follow(copy, threadIdx.x % 32 % Addresses, end, cycles, reads);
}

// What constant memory is made for: the address stands in the instruction, the same for all lanes, and the
// value is one of its operands. Each step adds 32 and the word's number; the numbers are taken off at the end.
// `one` is 1, which the compiler does not know: it keeps the steps apart.
template <int Addresses>
__global__ SPILLWAY_LAUNCH_BOUNDS void constant_broadcast_operand(unsigned* end, long long* cycles, unsigned reads,
                                                                  unsigned one)
{
    SPILLWAY_SPILL_TARGET;
    unsigned at = threadIdx.x % 32 % Addresses;
    const long long start = clock64();
#pragma unroll 16
    for (unsigned read = 0; read < reads; ++read) at = at * one + constant_table[read % 16];
    const long long stop = clock64();
    const unsigned rest = reads % 16, numbers = reads / 16 * 120 + rest * (rest - 1) / 2;
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    end[thread] = (at - numbers) % TableWords;
    cycles[thread] = stop - start;
}

// Where each chase must end, without any table.
template <int Addresses>
__global__ SPILLWAY_LAUNCH_BOUNDS void constant_broadcast_reference(unsigned* end, unsigned reads)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned first = threadIdx.x % 32 % Addresses;
    end[blockIdx.x * blockDim.x + threadIdx.x] = (first + reads % (TableWords / 32) * 32) % TableWords;
}
