// A chase through a chain of indices: where the next access goes is known only when the last one has
// answered. chain[i] is (i + step) % words, and step is an odd number of lines of 128 bytes, so that a round
// touches each line once. One thread follows it; what it waits for is latency and nothing else.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

enum : unsigned { Line = 32 };  // words, 128 bytes

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
    const unsigned at = follow(0, hops, next);
    const long long stop = clock64();
    if (threadIdx.x > 0) return;
    *end = at;
    *cycles = stop - start;
}

// All threads together go round the chain twice, in its own order: what is in a cache then is what a chase
// that never ends would find there. A word that leads out of the chain would be a fault; that it is looked
// for keeps the reads alive.
template <int FootprintKib, typename Next>
__device__ void go_round(unsigned* end, unsigned step, Next next)
{
    constexpr unsigned Words = FootprintKib * 256, Lines = Words / Line;
    bool leads_out = false;
#pragma unroll 1
    for (int round = 0; round < 2; ++round)
        for (unsigned k = threadIdx.x; k < Lines; k += blockDim.x)
            leads_out |= next(static_cast<unsigned>(static_cast<unsigned long long>(k) * step % Words)) >= Words;
    if (leads_out) *end = ~0u;
    __syncthreads();
}

// No memory: each value is computed from the register that the last instruction wrote. `one` is 1, which
// the compiler does not know. It counts the hops; where they lead follows at the end.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_registers(unsigned* end, long long* cycles, unsigned step,
                                                                unsigned hops, unsigned one)
{
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned Words = FootprintKib * 256;
    if (threadIdx.x > 0) return;
    time_chase(end, cycles, hops, [=](unsigned at) { return at * one + one; });
    *end = static_cast<unsigned>(static_cast<unsigned long long>(*end) * step % Words);
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

// Constant memory never changes, so its reads may move past the clock. Here they cannot: the first needs the time
// before (its sign, which is 0), and the last is stored before the time after.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_constant(unsigned* end, long long* cycles, unsigned hops)
{
    static_assert(FootprintKib <= 64, "there are 64 KiB of constant memory: choose a smaller footprint");
    SPILLWAY_SPILL_TARGET;
    const auto next = [](unsigned at) { return constant_chain[at]; };
    if (threadIdx.x > 0) return;
    volatile unsigned* const seen = end;
    *seen = follow(0, FootprintKib * 16, next);  // twice round
    const long long start = clock64();
    *seen = follow(static_cast<unsigned>(start >> 63), hops, next);
    *cycles = clock64() - start;
}

// An array of the thread's own, indexed at run time. Element i of the 32 threads of a warp lies side by
// side, in one line: the whole warp goes along, and its 32 arrays together are the footprint.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_local(unsigned* end, long long* cycles, unsigned step,
                                                            unsigned hops)
{
    static_assert(FootprintKib <= 1024,
                  "32 KiB of local memory for every thread are enough: choose a smaller footprint");
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned Words = FootprintKib * 256 / 32;  // of one thread: as many as the warp has lines
    unsigned chain[Words];
    if (threadIdx.x >= 32) return;
    for (unsigned i = 0; i < Words; ++i) chain[i] = (i + step / Line) % Words;
    const auto next = [&](unsigned at) { return chain[at]; };
    // Twice round. It leads back to where it began, which the compiler does not know.
    if (follow(0, 2 * Words, next) != 0) return;
    time_chase(end, cycles, hops, next);
    if (threadIdx.x == 0) *end *= Line;
}

template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_texture(cudaTextureObject_t chain, unsigned* end,
                                                              long long* cycles, unsigned step, unsigned hops)
{
    SPILLWAY_SPILL_TARGET;
    const auto next = [=](unsigned at) { return tex1Dfetch<unsigned>(chain, at); };
    go_round<FootprintKib>(end, step, next);
    if (threadIdx.x > 0) return;
    time_chase(end, cycles, hops, next);
}

// Plain loads: L1, L2 and DRAM, whichever holds the line.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_global(const unsigned* chain, unsigned* end, long long* cycles,
                                                             unsigned step, unsigned hops)
{
    SPILLWAY_SPILL_TARGET;
    const auto next = [=](unsigned at) { return chain[at]; };
    go_round<FootprintKib>(end, step, next);
    if (threadIdx.x > 0) return;
    time_chase(end, cycles, hops, next);
}

// The same with loads that pass L1 by.
template <int FootprintKib>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_ladder_past_l1(const unsigned* chain, unsigned* end, long long* cycles,
                                                              unsigned step, unsigned hops)
{
    SPILLWAY_SPILL_TARGET;
    const auto next = [=](unsigned at) { return __ldcg(chain + at); };
    go_round<FootprintKib>(end, step, next);
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
