// Round after round, all threads together read the same hot data and then the next stretch of a stream, which is read
// once and not needed again. All variants read the same and come to the same sums; they differ in what L2 is told.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// A policy for loads: this share of the lines leaves L2 last, the rest is treated as any other.
__device__ __forceinline__ unsigned long long keep_in_l2(float from)
{
    unsigned long long to = 0;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, %1;" : "=l"(to) : "f"(from));
#endif
    return to;
}

__device__ __forceinline__ int4 load_by_policy(const int4* from, unsigned long long policy)
{
    int4 to{};
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    asm volatile("ld.global.cg.L2::cache_hint.v4.s32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(to.x), "=r"(to.y), "=r"(to.z), "=r"(to.w)
                 : "l"(from), "l"(policy));
#endif
    return to;
}

__device__ __forceinline__ unsigned sum_of(int4 v)
{
    return v.x + v.y + v.z + v.w;
}

// A thread's share of the vectors, four at a time so that several loads are under way.
template <typename Load>
__device__ __forceinline__ unsigned sum_all(unsigned vectors, Load load)
{
    const unsigned first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned sum = 0;
#pragma unroll 1
    for (unsigned i = first; i < vectors; i += 4 * threads) {
        int4 v[4]{};
#pragma unroll
        for (unsigned j = 0; j < 4; ++j)
            if (i + j * threads < vectors) v[j] = load(i + j * threads);
#pragma unroll
        for (unsigned j = 0; j < 4; ++j) sum += sum_of(v[j]);
    }
    return sum;
}

// The loads pass L1 by: what is hot for one SM would fit there. `share` is the share of the hot lines to keep.
template <bool Hints>
__global__ SPILLWAY_LAUNCH_BOUNDS void l2_persistence_rounds(const int4* hot, const int4* stream, unsigned* out,
                                                             unsigned hot_vectors, unsigned stream_vectors,
                                                             unsigned all_vectors, unsigned rounds, float share)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned long long policy = Hints ? keep_in_l2(share) : 0;
    unsigned sum = 0, begin = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned part = sum_all(
            hot_vectors, [&](unsigned i) { return Hints ? load_by_policy(hot + i, policy) : __ldcg(hot + i); });
        sum = sum * 3 + part + sum_all(stream_vectors, [&](unsigned i) {
                  return Hints ? __ldcs(stream + begin + i) : __ldcg(stream + begin + i);
              });
        // The stream is longer than L2 by far. At its end it begins again.
        begin += stream_vectors;
        if (begin + stream_vectors > all_vectors) begin = 0;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The hot data once, and the stream: what the rounds make of a part is a factor.
template <typename Word>
__global__ SPILLWAY_LAUNCH_BOUNDS void l2_persistence_reference(const int4* hot, const int4* stream, Word* out,
                                                                unsigned hot_vectors, unsigned stream_vectors,
                                                                unsigned all_vectors, unsigned rounds)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    const unsigned stretches = stream_vectors > 0 ? all_vectors / stream_vectors : 1;
    Word hot_part = 0, sum = 0, factor = 1;
    for (unsigned i = first; i < hot_vectors; i += threads) hot_part += sum_of(hot[i]);
    for (unsigned round = rounds; round > 0; --round) {
        const int4* begin = stream + (round - 1) % stretches * stream_vectors;
        Word part = hot_part;
        for (unsigned i = first; i < stream_vectors; i += threads) part += sum_of(begin[i]);
        sum += part * factor;
        factor *= 3;
    }
    out[first] = sum;
}
