#pragma once

// Enough of CUDA to run a kernel.cu on the host: blocks one after another, the threads of a block as
// fibers that take turns at barriers. Slow, single-threaded and exact: for small sizes.

#include <math.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>

struct dim3 {
    unsigned x = 1, y = 1, z = 1;
};
using uint3 = dim3;

struct int2 {
    int x, y;
};
struct alignas(8) uint2 {
    unsigned x, y;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};
struct alignas(16) int4 {
    int x, y, z, w;
};
struct alignas(8) float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};

inline constexpr int warpSize = 32;
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

template <typename T>
T min(T a, T b)
{
    return b < a ? b : a;
}
template <typename T>
T max(T a, T b)
{
    return a < b ? b : a;
}
template <typename T>
T __ldcs(const T* from)
{
    return *from;
}
template <typename T>
T __ldcg(const T* from)
{
    return *from;
}
template <typename T>
void __stcs(T* to, T value)
{
    *to = value;
}

/// The hardware's sine, without its error.
inline float __sinf(float x)
{
    return sinf(x);
}

/// Counts its calls: later is more.
inline long long clock64()
{
    static long long now = 0;
    return ++now;
}

namespace host_cuda {

void* dynamic_shared();
/// Waits until all threads of the block, or of the warp, that have not ended are here.
void block_barrier();
void warp_barrier();
/// Barrier of all blocks of the cluster.
void cluster_barrier();
unsigned cluster_rank();
/// Address, in block `rank` of the cluster, of the dynamic shared memory that this block has at `own`.
void* shared_of(const void* own, unsigned rank);
/// The word a lane of this warp has offered.
std::uint64_t& lane_word(unsigned lane);

/// Order of a block's threads, up to each barrier. A kernel that lacks a barrier gives two results.
enum class Order { forwards, backwards };
void set_order(Order wanted);

/// From now on static shared memory holds garbage before each block too, and so does all else that is thread_local in
/// the program or library that this is part of: for one that is kernels alone.
void forget_static_shared();

/// Whether a kernel's thread is running: only then may the next be asked.
[[nodiscard]] bool is_in_a_kernel();
/// Whether memory is the running thread's stack.
[[nodiscard]] bool is_on_stack(const void* address);
/// Whether memory is the running thread's stack or its block's shared memory.
[[nodiscard]] bool is_own_memory(const void* address);

/// Runs the kernel for every thread. Dynamic shared memory holds garbage before each block. The blocks of a cluster,
/// side by side in x, run together; their static shared memory is one, so a kernel for clusters has none.
void launch(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes, const std::function<void()>& kernel,
            unsigned cluster = 1);

}  // namespace host_cuda

inline void __syncthreads()
{
    host_cuda::block_barrier();
}
/// A barrier for all threads of the block, whatever its number: the kernels here give it no fewer.
inline void __barrier_sync_count(unsigned, unsigned)
{
    host_cuda::block_barrier();
}
inline void __syncwarp(unsigned = 0xffffffff)
{
    host_cuda::warp_barrier();
}

// Clusters, as NVRTC declares them from compute capability 9.0 on.
inline unsigned __clusterRelativeBlockRank()
{
    return host_cuda::cluster_rank();
}
inline void __cluster_barrier_arrive() {}
inline void __cluster_barrier_wait()
{
    host_cuda::cluster_barrier();
}
inline void* __cluster_map_shared_rank(const void* own, unsigned rank)
{
    return host_cuda::shared_of(own, rank);
}

/// A texture of one number per texel, with point filtering and coordinates in texels; beyond its edges the last texel
/// counts again.
namespace host_cuda {
struct Texture {
    const void* texels;
    int width, height;
};
}  // namespace host_cuda
using cudaTextureObject_t = const host_cuda::Texture*;

template <typename T>
T tex1Dfetch(cudaTextureObject_t texture, int x)
{
    return static_cast<const T*>(texture->texels)[min(max(x, 0), texture->width - 1)];
}
template <typename T>
T tex2D(cudaTextureObject_t texture, float x, float y)
{
    const int column = min(max(static_cast<int>(std::floor(x)), 0), texture->width - 1);
    const int row = min(max(static_cast<int>(std::floor(y)), 0), texture->height - 1);
    return static_cast<const T*>(texture->texels)[std::size_t(row) * texture->width + column];
}

/// Value of lane `from` among the warp's lanes that have not ended.
template <typename T>
T host_cuda_exchange(T value, unsigned from)
{
    static_assert(sizeof(T) <= sizeof(std::uint64_t));
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof value);
    host_cuda::lane_word(threadIdx.x % 32) = word;
    host_cuda::warp_barrier();
    std::memcpy(&value, &host_cuda::lane_word(from % 32), sizeof value);
    host_cuda::warp_barrier();
    return value;
}

/// All lanes that have not ended take part.
template <typename T>
T __shfl_sync(unsigned, T value, int lane)
{
    return host_cuda_exchange(value, static_cast<unsigned>(lane));
}
template <typename T>
T __shfl_up_sync(unsigned, T value, unsigned distance)
{
    const unsigned lane = threadIdx.x % 32;
    return host_cuda_exchange(value, lane >= distance ? lane - distance : lane);
}
template <typename T>
T __shfl_down_sync(unsigned, T value, unsigned distance)
{
    const unsigned lane = threadIdx.x % 32;
    return host_cuda_exchange(value, lane + distance < 32 ? lane + distance : lane);
}
template <typename T>
T __shfl_xor_sync(unsigned, T value, int mask)
{
    return host_cuda_exchange(value, threadIdx.x % 32 ^ static_cast<unsigned>(mask));
}

/// The lanes of a full warp whose value is this lane's.
template <typename T>
unsigned __match_any_sync(unsigned mask, T value)
{
    unsigned same = 0;
    for (int lane = 0; lane < 32; ++lane)
        if (__shfl_sync(mask, value, lane) == value) same |= 1U << lane;
    return same;
}
inline int __ffs(unsigned bits)
{
    return __builtin_ffs(static_cast<int>(bits));
}
inline int __popc(unsigned bits)
{
    return __builtin_popcount(bits);
}

namespace host_cuda {
template <typename T>
struct Identity {
    using type = T;
};
/// T, where it is not to be told from the argument.
template <typename T>
using Same = typename Identity<T>::type;
}  // namespace host_cuda

// One thread runs at a time, so these need no more than their arithmetic.
template <typename T>
T atomicAdd(T* at, host_cuda::Same<T> value)
{
    const T before = *at;
    *at = before + value;
    return before;
}
template <typename T>
T atomicMax(T* at, host_cuda::Same<T> value)
{
    const T before = *at;
    *at = before < value ? value : before;
    return before;
}
template <typename T>
T atomicMin(T* at, host_cuda::Same<T> value)
{
    const T before = *at;
    *at = value < before ? value : before;
    return before;
}
template <typename T>
T atomicExch(T* at, host_cuda::Same<T> value)
{
    const T before = *at;
    *at = value;
    return before;
}
template <typename T>
T atomicCAS(T* at, host_cuda::Same<T> expected, host_cuda::Same<T> value)
{
    const T before = *at;
    if (before == expected) *at = value;
    return before;
}
inline unsigned atomicInc(unsigned* at, unsigned most)
{
    const unsigned before = *at;
    *at = before >= most ? 0 : before + 1;
    return before;
}
inline void __threadfence() {}
inline void __threadfence_block() {}

template <typename T>
T __ldg(const T* from)
{
    return *from;
}
inline float __fadd_rn(float a, float b)
{
    return a + b;
}
inline float __fmul_rn(float a, float b)
{
    return a * b;
}
inline float __fmaf_rn(float a, float b, float c)
{
    return fmaf(a, b, c);
}
inline float rsqrtf(float x)
{
    return 1 / sqrtf(x);
}
