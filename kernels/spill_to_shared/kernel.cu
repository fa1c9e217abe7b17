// Each thread mixes Values numbers for a few rounds, all of them alive all the time. They want more
// registers than the launch bound leaves. Where does the rest go?

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// One round: every value takes in its neighbour. Whole numbers that wrap around, so the result is exact.
template <int Values>
__device__ __forceinline__ void mix(unsigned (&value)[Values])
{
    const unsigned first = value[0];
#pragma unroll
    for (int j = 0; j < Values; ++j) value[j] = value[j] * 3 + (j + 1 < Values ? value[j + 1] : first);
}

// Value j of all threads lies side by side in memory.
template <int Values>
__device__ __forceinline__ void mix_in_registers(const unsigned* input, unsigned* output, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned value[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) value[j] = input[size_t(j) * n + i];
#pragma unroll 1
    for (int round = 0; round < 8; ++round) mix(value);
#pragma unroll
    for (int j = 0; j < Values; ++j) output[size_t(j) * n + i] = value[j];
}

// The bound of the knob "minimum blocks per SM". What does not fit is spilled to local memory.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void spill_to_shared_local(const unsigned* input, unsigned* output, int n)
{
    mix_in_registers<Values>(input, output, n);
}

// What stands in the way of spilling to shared memory.
constexpr int DynamicShared = 1;
constexpr int Call = 2;

// Two functions, of which the launch chooses one: such a call has to keep to the calling convention.
__device__ __noinline__ int all_rows(int n)
{
    return n;
}
__device__ __noinline__ int no_rows(int n)
{
    return 0 * n;
}

// The same bound, and one line: since CUDA 13 ptxas may spill to shared memory first.
template <int Values, int Obstacle>
__global__ SPILLWAY_LAUNCH_BOUNDS void spill_to_shared_shared(const unsigned* input, unsigned* output, int n)
{
    asm volatile(".pragma \"enable_smem_spilling\";");
    if constexpr (Obstacle == DynamicShared) {
        extern __shared__ unsigned scratch[];
        scratch[threadIdx.x] = n;
        n = scratch[threadIdx.x];
    }
    if constexpr (Obstacle == Call) n = (n > 0 ? all_rows : no_rows)(n);
    mix_in_registers<Values>(input, output, n);
}

// No bound but the block's own size: as many registers as it takes.
template <int Values, int BlockSize>
__global__ __launch_bounds__(BlockSize) void spill_to_shared_more_registers(const unsigned* input, unsigned* output,
                                                                            int n)
{
    SPILLWAY_SPILL_TARGET;
    mix_in_registers<Values>(input, output, n);
}

// Half as many blocks as the other variants start with, so twice the registers for each thread.
template <int Values, int BlockSize>
__global__ __launch_bounds__(BlockSize, 4) void spill_to_shared_fewer_blocks(const unsigned* input, unsigned* output,
                                                                             int n)
{
    SPILLWAY_SPILL_TARGET;
    mix_in_registers<Values>(input, output, n);
}

// For comparison: any number of values, one round after the other through memory.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void spill_to_shared_plain(const unsigned* input, unsigned* output, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int j = 0; j < Values; ++j) output[size_t(j) * n + i] = input[size_t(j) * n + i];
    for (int round = 0; round < 8; ++round) {
        const unsigned first = output[i];
        for (int j = 0; j < Values; ++j) {
            const unsigned right = j + 1 < Values ? output[size_t(j + 1) * n + i] : first;
            output[size_t(j) * n + i] = output[size_t(j) * n + i] * 3 + right;
        }
    }
}
