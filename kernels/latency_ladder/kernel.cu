// A chase through a chain of indices: where the next access goes is known only when the last one has
// answered. chain[i] is (i + step) % words, and step makes each access go 64 bytes or more away from all
// the others. One thread follows it; what it waits for is latency and nothing else.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

enum : unsigned { Unit = 16 };  // step is an odd number of units of 16 words, 64 bytes

__constant__ unsigned constant_chain[16384];  // all the constant memory there is: 64 KiB

// `next` makes one access.
template <typename Next>
__device__ unsigned follow(unsigned at, unsigned hops, Next next)
{
#pragma unroll 16
    for (unsigned hop = 0; hop < hops; ++hop) at = next(at);
    return at;
}

template <typename Next>
__device__ void time_chase(unsigned* end, long long* cycles, unsigned hops, Next next)
{
    const long long start = clock64();
    *end = follow(0, hops, next);
    *cycles = clock64() - start;
}

// All threads read the first `words` of the chain, so that it is in the caches where it fits. A word that
// leads out of the chain would be a fault; that it is looked for keeps the reads alive.
template <typename Next>
__device__ void warm_up(unsigned* end, unsigned words, unsigned count, Next next)
{
    bool leads_out = false;
    for (unsigned i = threadIdx.x * Unit; i < words; i += blockDim.x * Unit) leads_out |= next(i) >= count;
    if (leads_out) *end = ~0u;
    __syncthreads();
}

// No memory: each value is computed from the register that the last instruction wrote. `one` is 1, which
// the compiler does not know. It counts units, and so never overflows.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_registers(unsigned* end, long long* cycles, unsigned step,
                                                                unsigned hops, unsigned one)
{
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned Units = FootprintKib * 16;
    if (threadIdx.x > 0) return;
    time_chase(end, cycles, hops, [=](unsigned at) { return at * one + step / Unit; });
    *end = *end % Units * Unit;
}

template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_shared(const unsigned* chain, unsigned* end, long long* cycles,
                                                             unsigned hops)
{
    SPILLWAY_SPILL_TARGET;
    extern __shared__ unsigned copy[];
    for (unsigned i = threadIdx.x; i < FootprintKib * 256; i += blockDim.x) copy[i] = chain[i];
    __syncthreads();
    if (threadIdx.x > 0) return;
    time_chase(end, cycles, hops, [=](unsigned at) { return copy[at]; });
}

template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_constant(unsigned* end, long long* cycles, unsigned hops)
{
    static_assert(FootprintKib <= 64, "there are 64 KiB of constant memory: choose a smaller footprint");
    SPILLWAY_SPILL_TARGET;
    const auto next = [](unsigned at) { return constant_chain[at]; };
    if (threadIdx.x > 0) return;
    *end = follow(0, FootprintKib * 16, next);  // once round
    time_chase(end, cycles, hops, next);
}

// An array of the thread's own, indexed at run time.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_local(unsigned* end, long long* cycles, unsigned step,
                                                            unsigned hops)
{
    static_assert(FootprintKib <= 64, "64 KiB of local memory for every thread are enough: choose a smaller footprint");
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned Words = FootprintKib * 256;
    unsigned chain[Words];
    if (threadIdx.x > 0) return;
    for (unsigned i = 0; i < Words; ++i) chain[i] = (i + step) % Words;
    time_chase(end, cycles, hops, [&](unsigned at) { return chain[at]; });
}

template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_texture(cudaTextureObject_t chain, unsigned* end,
                                                              long long* cycles, unsigned hops, unsigned words_to_warm)
{
    SPILLWAY_SPILL_TARGET;
    const auto next = [=](unsigned at) { return tex1Dfetch<unsigned>(chain, at); };
    warm_up(end, words_to_warm, FootprintKib * 256, next);
    if (threadIdx.x > 0) return;
    time_chase(end, cycles, hops, next);
}

// Plain loads: L1, L2 and DRAM, whichever holds the line.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_global(const unsigned* chain, unsigned* end, long long* cycles,
                                                             unsigned hops, unsigned words_to_warm)
{
    SPILLWAY_SPILL_TARGET;
    const auto next = [=](unsigned at) { return chain[at]; };
    warm_up(end, words_to_warm, FootprintKib * 256, next);
    if (threadIdx.x > 0) return;
    time_chase(end, cycles, hops, next);
}

// The same with loads that pass L1 by.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_past_l1(const unsigned* chain, unsigned* end, long long* cycles,
                                                              unsigned hops, unsigned words_to_warm)
{
    SPILLWAY_SPILL_TARGET;
    const auto next = [=](unsigned at) { return __ldcg(chain + at); };
    warm_up(end, words_to_warm, FootprintKib * 256, next);
    if (threadIdx.x > 0) return;
    time_chase(end, cycles, hops, next);
}

// Where the chase must end, without a chain.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_reference(unsigned* end, unsigned step, unsigned hops)
{
    SPILLWAY_SPILL_TARGET;
    if (threadIdx.x == 0) *end = static_cast<unsigned long long>(step) * hops % (FootprintKib * 256u);
}
