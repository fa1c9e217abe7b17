// In every round each thread reads its part of the hot data again, and then the next stretch of a stream that is read
// once. The loads tell L2 nothing.
//
// Yours are the lines between the two marks below: what each load tells L2. The rest is what you begin with. It is
// right, and your result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int HotVectors = 4;      // of 16 bytes, that a thread reads in each round
constexpr int StreamVectors = 16;  // likewise, of the stream

// When a line leaves L2: as any other, before all others, or after all others.
enum class Leaves { as_any, first, last };

// A policy for loads: this share of the lines leaves L2 last, and the rest leaves as any other.
__device__ __forceinline__ unsigned long long policy_of(float share)
{
    unsigned long long policy = 0;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, %1;" : "=l"(policy) : "f"(share));
#endif
    return policy;
}

template <Leaves When>
__device__ __forceinline__ uint4 load(const uint4* from, unsigned long long policy)
{
    if (When == Leaves::first) return __ldcs(from);
    if (When == Leaves::as_any) return __ldcg(from);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    uint4 to{};
    asm volatile("ld.global.cg.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from), "l"(policy));
    return to;
#else
    return __ldcg(from);
#endif
}

// The compiler counts mistakes of How: wrong orders, and wrong shares for eight amounts of hot data with room for 16 MiB.
// A share is right if seven to nine eighths of what fits stay.
template <typename How>
constexpr __device__ int wrong_orders()
{
    return (How::hot() == Leaves::last ? 0 : 1) + (How::stream() == Leaves::first ? 0 : 1);
}
template <typename How>
constexpr __device__ int wrong_shares()
{
    int wrong = 0;
    for (int hot = 4; hot <= 512; hot *= 2) {
        const float kept = How::share(hot, 16) * hot, most = hot < 16 ? hot : 16;
        if (!(8 * kept >= 7 * most && 8 * kept <= 9 * most && How::share(hot, 16) <= 1)) ++wrong;
    }
    return wrong;
}

// Reads hot data and stream, round after round. The block has one word of shared memory for each wrong order, 16 for
// each wrong share, and one more, so that the compiler's report tells it.
template <typename How>
__device__ __forceinline__ void rounds_of(const uint4* hot, const uint4* stream, unsigned* out, int threads, int rounds)
{
    __shared__ volatile unsigned told[1 + wrong_orders<How>() + 16 * wrong_shares<How>()];
    told[0] = 0;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const float hot_mib = static_cast<float>(threads) * HotVectors * 16 / 1048576;
    const unsigned long long policy = policy_of(How::share(hot_mib, 16));
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int j = 0; j < HotVectors; ++j) {
            const uint4 v = load<How::hot()>(hot + size_t(j) * threads + i, policy);
            sum = sum * 3 + (v.x ^ v.y ^ v.z ^ v.w);
        }
#pragma unroll 4
        for (int j = 0; j < StreamVectors; ++j) {
            const size_t at = (size_t(round) * StreamVectors + j) * threads + i;
            const uint4 v = load<How::stream()>(stream + at, policy);
            sum = sum * 5 + (v.x ^ v.y ^ v.z ^ v.w);
        }
    }
    out[i] = sum;
}

// What you begin with, and what your result is compared with.
struct AsItWas {
    static constexpr __device__ Leaves hot() { return Leaves::as_any; }
    static constexpr __device__ Leaves stream() { return Leaves::as_any; }
    static constexpr __device__ float share(float, float) { return 1; }
};

__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const uint4* hot, const uint4* stream, unsigned* out, int threads,
                                                 int rounds)
{
    SPILLWAY_SPILL_TARGET;
    rounds_of<AsItWas>(hot, stream, out, threads, rounds);
}

// ---- yours from here ----
struct Yours {
    // When lines of the hot data leave L2, and lines of the stream. The compiler evaluates all three, so they are constexpr.
    static constexpr __device__ Leaves hot() { return Leaves::as_any; }
    static constexpr __device__ Leaves stream() { return Leaves::as_any; }
    // Share of the hot lines that stays, 0 to 1, for hot_mib MiB of hot data and room for room_mib MiB.
    static constexpr __device__ float share(float hot_mib, float room_mib) { return 1; }
};

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* hot, const uint4* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    rounds_of<Yours>(hot, stream, out, threads, rounds);
}
// ---- yours to here ----
