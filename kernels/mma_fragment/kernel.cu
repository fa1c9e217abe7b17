// Each warp multiplies a 16 x (8 * Steps) matrix of halves with a matrix whose 8 rows repeat every 8, Tiles
// tiles of 8 columns wide, on the tensor cores. Every step adds to Tiles fragments of sums.

#include <cuda_fp16.h>

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// A lane's part of a 16 x 8 tile of A, of an 8 x 8 tile of B, of a 16 x 8 tile of sums.
struct FragmentA {
    unsigned halves[2];
};
struct FragmentB {
    unsigned halves[1];
};
struct Sums {
    float value[4];
};

// Sums of 16 x 8 products, each over 8. The instruction names its registers: "+f" and "r" stand for them.
__device__ __forceinline__ void multiply_add(Sums& sums, const FragmentA& a, const FragmentB& b)
{
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(sums.value[0]), "+f"(sums.value[1]), "+f"(sums.value[2]), "+f"(sums.value[3])
        : "r"(a.halves[0]), "r"(a.halves[1]), "r"(b.halves[0]));
}

// What is stored for a warp: fragments in the lanes' order, so that a warp's access is side by side.
struct Warp {
    int lane, warp;
    __device__ Warp() : lane(threadIdx.x % 32), warp((blockIdx.x * blockDim.x + threadIdx.x) / 32) {}

    __device__ FragmentA a(const uint2* input, int step) const
    {
        const uint2 halves = input[step * 32 + lane];
        return {{halves.x, halves.y}};
    }
    __device__ FragmentB b(const unsigned* input, int tile, int tiles) const
    {
        return {{input[(warp * tiles + tile) * 32 + lane]}};
    }
    __device__ void store(float4* output, int tile, int tiles, const Sums& sums) const
    {
        output[(warp * tiles + tile) * 32 + lane] = {sums.value[0], sums.value[1], sums.value[2], sums.value[3]};
    }
};

// The loop over the tiles is unrolled: every fragment has a constant index, and lives in registers.
template <int Tiles>
__global__ SPILLWAY_LAUNCH_BOUNDS void mma_fragment_constant_index(const uint2* a, const unsigned* b, float4* output,
                                                                   int steps)
{
    SPILLWAY_SPILL_TARGET;
    const Warp warp;
    FragmentB columns[Tiles];
    Sums sums[Tiles] = {};
#pragma unroll
    for (int t = 0; t < Tiles; ++t) columns[t] = warp.b(b, t, Tiles);
#pragma unroll 2
    for (int step = 0; step < steps; ++step) {
        const FragmentA rows = warp.a(a, step);
#pragma unroll
        for (int t = 0; t < Tiles; ++t) multiply_add(sums[t], rows, columns[t]);
    }
#pragma unroll
    for (int t = 0; t < Tiles; ++t) warp.store(output, t, Tiles, sums[t]);
}

// One pragma differs. The loop stays a loop, `t` is a number in a register, and fragments are fetched from
// local memory before each product and put back after it.
template <int Tiles>
__global__ SPILLWAY_LAUNCH_BOUNDS void mma_fragment_run_time_index(const uint2* a, const unsigned* b, float4* output,
                                                                   int steps)
{
    SPILLWAY_SPILL_TARGET;
    const Warp warp;
    FragmentB columns[Tiles];
    Sums sums[Tiles] = {};
#pragma unroll
    for (int t = 0; t < Tiles; ++t) columns[t] = warp.b(b, t, Tiles);
#pragma unroll 2
    for (int step = 0; step < steps; ++step) {
        const FragmentA rows = warp.a(a, step);
#pragma unroll 1
        for (int t = 0; t < Tiles; ++t) multiply_add(sums[t], rows, columns[t]);
    }
#pragma unroll
    for (int t = 0; t < Tiles; ++t) warp.store(output, t, Tiles, sums[t]);
}
