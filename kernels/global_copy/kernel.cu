// Copies n elements. Each thread fetches Unroll of them into temp[] and only then stores them: loads
// in flight hide latency, registers hold what was loaded. Until there are no more registers.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// No __restrict__: since out might overlap in, no store may overtake a load, and all of temp[] is
// alive at once.
template <typename T, int Unroll>
__device__ __forceinline__ void copy_staged(const T* in, T* out, size_t n)
{
    T temp[Unroll];
    const size_t stride = blockDim.x;  // between two elements of one thread: a warp's stay side by side
    size_t i = size_t{blockIdx.x} * Unroll * stride + threadIdx.x;
    for (; i + (Unroll - 1) * stride < n; i += gridDim.x * Unroll * stride) {
#pragma unroll
        for (int j = 0; j < Unroll; ++j) temp[j] = in[i + j * stride];
#pragma unroll
        for (int j = 0; j < Unroll; ++j) out[i + j * stride] = temp[j];
    }
    // What is left is less than Unroll elements for this thread.
#pragma unroll 1
    for (; i < n; i += stride) out[i] = in[i];
}

template <typename T, int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void global_copy_staged(const T* in, T* out, size_t n)
{
    SPILLWAY_SPILL_TARGET;
    copy_staged<T, Unroll>(in, out, n);
}

// The same with a bound of its own: 1,024 threads shall fit on an SM, which leaves 64 registers to each.
template <typename T, int Unroll, int BlockSize>
__global__ __launch_bounds__(BlockSize, BlockSize < 1024 ? 1024 / BlockSize : 1) void global_copy_bounded(
    const T* in, T* out, size_t n)
{
    SPILLWAY_SPILL_TARGET;
    copy_staged<T, Unroll>(in, out, n);
}

// The same bytes 16 at a time, whatever T is, PerThread such loads in flight.
template <typename T, int PerThread>
__global__ SPILLWAY_LAUNCH_BOUNDS void global_copy_vector(const T* in, T* out, size_t n)
{
    SPILLWAY_SPILL_TARGET;
    const size_t bytes = n * sizeof(T);
    const size_t vectors = bytes / sizeof(int4);
    const int4* from = reinterpret_cast<const int4*>(in);
    int4* to = reinterpret_cast<int4*>(out);

    const size_t stride = blockDim.x;
    const size_t first = size_t{blockIdx.x} * PerThread * stride + threadIdx.x;
    int4 temp[PerThread];
#pragma unroll
    for (int j = 0; j < PerThread; ++j)
        if (first + j * stride < vectors) temp[j] = from[first + j * stride];
#pragma unroll
    for (int j = 0; j < PerThread; ++j)
        if (first + j * stride < vectors) to[first + j * stride] = temp[j];

    // Less than 16 bytes remain: one thread's work.
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (size_t k = vectors * sizeof(int4) / sizeof(T); k < n; ++k) out[k] = in[k];
}

// The plainest copy: one element per thread.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void global_copy_plain(const T* in, T* out, size_t n)
{
    SPILLWAY_SPILL_TARGET;
    for (size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += size_t{gridDim.x} * blockDim.x)
        out[i] = in[i];
}
