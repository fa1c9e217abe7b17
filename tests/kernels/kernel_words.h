#pragma once

// CUDA's own words, for a kernel.cu that follows. Last of all includes: the standard library uses some
// of them itself.

#define __global__
#define __device__
#define __host__
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline
#define __shared__ static thread_local  // which is how host_cuda.cpp finds it
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __constant__ static
#define __restrict__
#define __launch_bounds__(...)
#define __grid_constant__

// asm volatile(...) means nothing here, unless a test says what it means.
#define asm
#define volatile(...) ((void)0)
