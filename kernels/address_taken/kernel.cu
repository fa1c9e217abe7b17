// Doubles half-precision numbers, eight at a time: one 16-byte load, four additions of two halves,
// one 16-byte store. Five ways to look at the same 16 bytes as float4 and as half2[4].

#include <cuda_fp16.h>

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

#define FLOAT4(value) (*reinterpret_cast<float4*>(&(value)))
#define CONST_FLOAT4(value) (*reinterpret_cast<const float4*>(&(value)))

union Pack {
    float4 vector;
    half2 halves[4];
    __device__ Pack() {}
};

// Wants a pointer, and a function that is really called cannot be handed a pointer to a register.
__device__ __noinline__ void double_in_place(half2* halves)
{
    for (int j = 0; j < 4; ++j) halves[j] = __hadd2(halves[j], halves[j]);
}

// Wants a value, and values travel in registers.
__device__ __noinline__ float4 doubled(float4 vector)
{
    Pack pack;
    pack.vector = vector;
    for (int j = 0; j < 4; ++j) pack.halves[j] = __hadd2(pack.halves[j], pack.halves[j]);
    return pack.vector;
}

// The address is taken, but never leaves the kernel: the compiler sees through it, this time. The
// language forbids looking at a half2 as a float4, so nothing promises that it always will.
template <int PerThread>
__global__ SPILLWAY_LAUNCH_BOUNDS void address_taken_native(const half* input, half* output, int packs)
{
    SPILLWAY_SPILL_TARGET;
    for (int p = 0, i = blockIdx.x * PerThread * blockDim.x + threadIdx.x; p < PerThread; ++p, i += blockDim.x) {
        if (i >= packs) return;
        alignas(16) half2 pack[4];
        FLOAT4(pack[0]) = CONST_FLOAT4(input[8 * i]);
        for (int j = 0; j < 4; ++j) pack[j] = __hadd2(pack[j], pack[j]);
        FLOAT4(output[8 * i]) = FLOAT4(pack[0]);
    }
}

// The address escapes into a function: pack[] needs a place in memory.
template <int PerThread>
__global__ SPILLWAY_LAUNCH_BOUNDS void address_taken_escaped_pointer(const half* input, half* output, int packs)
{
    SPILLWAY_SPILL_TARGET;
    for (int p = 0, i = blockIdx.x * PerThread * blockDim.x + threadIdx.x; p < PerThread; ++p, i += blockDim.x) {
        if (i >= packs) return;
        alignas(16) half2 pack[4];
        FLOAT4(pack[0]) = CONST_FLOAT4(input[8 * i]);
        double_in_place(pack);
        FLOAT4(output[8 * i]) = FLOAT4(pack[0]);
    }
}

// The same call with a value instead of a pointer.
template <int PerThread>
__global__ SPILLWAY_LAUNCH_BOUNDS void address_taken_by_value(const half* input, half* output, int packs)
{
    SPILLWAY_SPILL_TARGET;
    for (int p = 0, i = blockIdx.x * PerThread * blockDim.x + threadIdx.x; p < PerThread; ++p, i += blockDim.x) {
        if (i >= packs) return;
        FLOAT4(output[8 * i]) = doubled(CONST_FLOAT4(input[8 * i]));
    }
}

// The bytes are copied into an object of the other type, and back: right in every C++.
template <int PerThread>
__global__ SPILLWAY_LAUNCH_BOUNDS void address_taken_memcpy(const half* input, half* output, int packs)
{
    SPILLWAY_SPILL_TARGET;
    for (int p = 0, i = blockIdx.x * PerThread * blockDim.x + threadIdx.x; p < PerThread; ++p, i += blockDim.x) {
        if (i >= packs) return;
        float4 vector = CONST_FLOAT4(input[8 * i]);
        half2 pack[4];
        memcpy(pack, &vector, sizeof pack);
        for (int j = 0; j < 4; ++j) pack[j] = __hadd2(pack[j], pack[j]);
        memcpy(&vector, pack, sizeof pack);
        FLOAT4(output[8 * i]) = vector;
    }
}

// A union says openly that the 16 bytes have two readings.
template <int PerThread>
__global__ SPILLWAY_LAUNCH_BOUNDS void address_taken_union(const half* input, half* output, int packs)
{
    SPILLWAY_SPILL_TARGET;
    for (int p = 0, i = blockIdx.x * PerThread * blockDim.x + threadIdx.x; p < PerThread; ++p, i += blockDim.x) {
        if (i >= packs) return;
        Pack pack;
        pack.vector = CONST_FLOAT4(input[8 * i]);
        for (int j = 0; j < 4; ++j) pack.halves[j] = __hadd2(pack.halves[j], pack.halves[j]);
        FLOAT4(output[8 * i]) = pack.vector;
    }
}

// All loads of a thread before its first store, and no address of anything that should be a register.
template <int PerThread>
__global__ SPILLWAY_LAUNCH_BOUNDS void address_taken_vector(const half* input, half* output, int packs)
{
    SPILLWAY_SPILL_TARGET;
    const float4* from = reinterpret_cast<const float4*>(input);
    float4* to = reinterpret_cast<float4*>(output);
    const int first = blockIdx.x * PerThread * blockDim.x + threadIdx.x;
    Pack pack[PerThread];
#pragma unroll
    for (int p = 0; p < PerThread; ++p)
        if (first + p * blockDim.x < packs) pack[p].vector = from[first + p * blockDim.x];
#pragma unroll
    for (int p = 0; p < PerThread; ++p) {
        for (int j = 0; j < 4; ++j) pack[p].halves[j] = __hadd2(pack[p].halves[j], pack[p].halves[j]);
        if (first + p * blockDim.x < packs) to[first + p * blockDim.x] = pack[p].vector;
    }
}
