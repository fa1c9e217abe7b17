#pragma once

// Enough of CUDA to run a kernel.cu on the host: blocks one after another, the threads of a block as
// fibers that take turns at barriers. Slow, single-threaded and exact: for tests of small sizes.

#include <math.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
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
/// The word a lane of this warp has offered.
std::uint64_t& lane_word(unsigned lane);

/// Runs the kernel for every thread. Dynamic shared memory holds garbage before each block.
void launch(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes, const std::function<void()>& kernel);

}  // namespace host_cuda

inline void __syncthreads()
{
    host_cuda::block_barrier();
}
inline void __syncwarp(unsigned = 0xffffffff)
{
    host_cuda::warp_barrier();
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

/// All 32 lanes take part, as the kernels here use it.
inline int __shfl_up_sync(unsigned, int value, unsigned distance)
{
    const unsigned lane = threadIdx.x % 32;
    host_cuda::lane_word(lane) = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
    host_cuda::warp_barrier();
    const int result = lane >= distance ? static_cast<int>(host_cuda::lane_word(lane - distance)) : value;
    host_cuda::warp_barrier();
    return result;
}
