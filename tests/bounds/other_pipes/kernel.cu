// Kernels that are each bound by one pipe that no kernel of one_resource keeps busy. What they read is 1 everywhere; each
// leaves 1 in out[i] where its sum is right.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

__device__ int thread()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

// Only the heavy half of the FMA pipe multiplies integers.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void integer_products(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    int chain[8] = {};
    const int one = in[threadIdx.x].x;
#pragma unroll 8
    for (int j = 0; j < 64 * Rounds; ++j)
#pragma unroll
        for (int c = 0; c < 8; ++c) asm volatile("mad.lo.s32 %0, %0, %1, %1;" : "+r"(chain[c]) : "r"(one));
    int total = 0;
    for (int c = 0; c < 8; ++c) total += chain[c];
    out[thread()] = total == 512 * Rounds;
}

// Halves of 1: each product of matrices adds 8 to every sum.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void tensor_products(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned two_halves = 0x3c003c00;
    const unsigned ones = two_halves * in[threadIdx.x].x;
    float sums[4][4] = {};
#pragma unroll 4
    for (int j = 0; j < 64 * Rounds; ++j)
#pragma unroll
        for (int c = 0; c < 4; ++c)
            asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%4}, "
                         "{%0, %1, %2, %3};"
                         : "+f"(sums[c][0]), "+f"(sums[c][1]), "+f"(sums[c][2]), "+f"(sums[c][3]) : "r"(ones));
    float total = 0;
    for (int c = 0; c < 4; ++c)
        for (int i = 0; i < 4; ++i) total += sums[c][i];
    out[thread()] = total == 16 * 512 * Rounds;
}

// Threads that may part and must meet again; none parts.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void meet_again(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    int mine = 0;
    const int one = in[threadIdx.x].x;
#pragma unroll 1
    for (int j = 0; j < 4 * Rounds; ++j)
#pragma unroll
        for (int k = 0; k < 16; ++k)
            asm volatile("{ .reg .pred is_one; setp.eq.s32 is_one, %1, 1; add.s32 %0, %0, 1; @is_one bra BEYOND_%=;"
                         " add.s32 %0, %0, 1000; bar.warp.sync 0xffffffff; BEYOND_%=: }"
                         : "+r"(mine) : "r"(one));
    out[thread()] = mine == 64 * Rounds;
}

// Sums of a warp, or before compute capability 8.0, which has no instruction for them, barriers.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void warp_sums(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    int chain[4] = {};
    const int one = in[threadIdx.x].x;
#pragma unroll 4
    for (int j = 0; j < 16 * Rounds; ++j)
#pragma unroll
        for (int c = 0; c < 4; ++c) {
#if __CUDA_ARCH__ >= 800
            asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(chain[c]) : "r"(chain[c] + one));
#else
            __syncthreads();
            chain[c] += one;
#endif
        }
    out[thread()] = chain[0] + chain[1] + chain[2] + chain[3] == 64 * Rounds;
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void pass_to_neighbours(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    int chain[4] = {};
    const int one = in[threadIdx.x].x;
#pragma unroll 8
    for (int j = 0; j < 16 * Rounds; ++j)
#pragma unroll
        for (int c = 0; c < 4; ++c) chain[c] = __shfl_xor_sync(0xffffffff, chain[c], 1) + one;
    out[thread()] = chain[0] + chain[1] + chain[2] + chain[3] == 64 * Rounds;
}

// 4 bytes of each line of 2 MiB, past the L1.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void read_lines(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned lines = 1 << 14, words_of_line = 8, step = 12289;
    const unsigned first = thread();
    int mine = 0;
#pragma unroll 8
    for (unsigned j = 0; j < 16 * Rounds; ++j) mine += __ldcg(&in[(first + step * j) % lines * words_of_line].x);
    out[thread()] = mine == 16 * Rounds;
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void all_right(int* out)
{
    SPILLWAY_SPILL_TARGET;
    out[thread()] = 1;
}
