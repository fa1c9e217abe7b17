// Each thread keeps Values running sums and reads a stream of numbers, each used once for all sums. The
// launch bound leaves too few registers: sums are spilled, and come back for every number.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Numbers = 16;  // that each thread reads

struct Cached {
    __device__ unsigned operator()(const unsigned* from) const { return *from; }
};
struct L2Only {
    __device__ unsigned operator()(const unsigned* from) const { return __ldcg(from); }
};
struct EvictFirst {
    __device__ unsigned operator()(const unsigned* from) const { return __ldcs(from); }
};

template <int Values, typename Load>
__device__ __forceinline__ void sum_stream(const unsigned* input, unsigned* output, int n, Load load)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned sum[Values];
#pragma unroll
    for (int j = 0; j < Values; ++j) sum[j] = j;
#pragma unroll 1
    for (int k = 0; k < Numbers; ++k) {
        const unsigned number = load(input + size_t(k) * n + i);
#pragma unroll
        for (int j = 0; j < Values; ++j) sum[j] = sum[j] * 3 + number;
    }
    unsigned total = 0;
#pragma unroll
    for (int j = 0; j < Values; ++j) total ^= sum[j];
    output[i] = total;
}

// Plain loads: the knob "cache policy of loads" decides.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void cache_policy_plain(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    sum_stream<Values>(input, output, n, Cached{});
}

// ld.global.cg: the stream passes by the L1, which is left to the spilled sums.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void cache_policy_l2_only(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    sum_stream<Values>(input, output, n, L2Only{});
}

// ld.global.cs: the stream may enter the L1, and is the first to leave it.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void cache_policy_evict_first(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    sum_stream<Values>(input, output, n, EvictFirst{});
}

// No bound but the block's size: sums stay in registers as long as there are any. Plain loads, as in plain.
template <int Values, int BlockSize>
__global__ __launch_bounds__(BlockSize) void cache_policy_registers(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    sum_stream<Values>(input, output, n, Cached{});
}
