// Kernels that each use one part of the GPU as fast as it goes, and little else: what they reach is a roof. Each leaves
// a number that only its whole work gives, so that nothing can be left out unnoticed (roofs.cpp knows the numbers).
// Shipped as PTX like device_helpers.cu.
//
// All take the same arguments, and each uses what it needs of them: memory to read, memory to write, the number of
// 16-byte words in either, how often, a texture, and two words for the answer.

#include <mma.h>

using u32 = unsigned int;
using u64 = unsigned long long;

#define ROOF(name) extern "C" __global__ void __launch_bounds__(1024) spillway_roof_##name( \
    const uint4* __restrict__ in, uint4* out, u64 words, u32 rounds, u64 texture, u32* answer)

constexpr int unrolled = 16;
constexpr int around = 1024;         // 16-byte words that a block reads of L1 or shared memory, and `beyond` more
constexpr int beyond = 32 * unrolled;
constexpr u32 constant_words = 512;  // what each SM keeps of constant memory holds them
#define EIGHT(word) word, word, word, word, word, word, word, word
#define EIGHT_OF_EIGHT(word) \
    EIGHT(word), EIGHT(word), EIGHT(word), EIGHT(word), EIGHT(word), EIGHT(word), EIGHT(word), EIGHT(word)
__constant__ u32 constant_table[constant_words] = {
    EIGHT_OF_EIGHT(1), EIGHT_OF_EIGHT(1), EIGHT_OF_EIGHT(1), EIGHT_OF_EIGHT(1),
    EIGHT_OF_EIGHT(1), EIGHT_OF_EIGHT(1), EIGHT_OF_EIGHT(1), EIGHT_OF_EIGHT(1)};
#define FOUR_FROM(at) at, at + 4, at + 8, at + 12
__constant__ u32 constant_chain[32] = {FOUR_FROM(4),  FOUR_FROM(20), FOUR_FROM(36),  FOUR_FROM(52),
                                       FOUR_FROM(68), FOUR_FROM(84), FOUR_FROM(100), 116, 120, 124, 0};

/// 1, but the compiler cannot know, and not that it is the same in all threads.
__device__ __forceinline__ u32 one_of(const uint4* in) { return in[threadIdx.x].x; }

__device__ __forceinline__ u64 thread_index() { return u64{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ __forceinline__ u64 thread_count() { return u64{gridDim.x} * blockDim.x; }

__device__ __forceinline__ u32 sum(uint4 word) { return word.x + word.y + word.z + word.w; }

/// One addition a warp: the answer costs nothing that is measured.
__device__ __forceinline__ void add_to(u32* answer, u32 mine)
{
    for (int lanes = 16; lanes > 0; lanes /= 2) mine += __shfl_down_sync(0xffffffff, mine, lanes);
    if (threadIdx.x % 32 == 0) atomicAdd(answer, mine);
}

// ---- memory: every 32-bit word of it is 1, so the answer is how many were read ----

// Once through everything.
ROOF(dram_read)
{
    u32 mine = 0;
    for (u64 i = thread_index(); i < words; i += 4 * thread_count()) {
        uint4 word[4] = {};
#pragma unroll
        for (int k = 0; k < 4; ++k)
            if (i + k * thread_count() < words) word[k] = __ldcs(in + i + k * thread_count());
#pragma unroll
        for (int k = 0; k < 4; ++k) mine += sum(word[k]);
    }
    add_to(answer, mine);
}

// A word a thread.
ROOF(dram_write)
{
    const u64 i = thread_index();
    if (i < words) out[i] = make_uint4(1, 1, 1, 1);
}

// Again and again through what fits into the L2, past the L1; no two blocks begin at the same place.
ROOF(l2_read)
{
    u32 mine = 0;
    const u64 start = thread_index() % words;
    for (u32 round = 0; round < rounds; ++round) {
        u64 at = start;
#pragma unroll 8
        for (int k = 0; k < unrolled; ++k) {
            mine += sum(__ldcg(in + at));
            at += thread_count();
            if (at >= words) at -= words;
        }
    }
    add_to(answer, mine);
}

// 4 bytes of each line: a thread's request has a line, and one sector, of its own.
ROOF(l2_requests)
{
    u32 mine = 0;
    constexpr u64 line = 8;  // 16-byte words
    const u64 start = thread_index() * line % words, step = thread_count() * line % words;
    for (u32 round = 0; round < rounds; ++round) {
        u64 at = start;
#pragma unroll 8
        for (int k = 0; k < unrolled; ++k) {
            mine += __ldcg((const u32*)(in + at));
            at += step;
            if (at >= words) at -= words;
        }
    }
    add_to(answer, mine);
}

ROOF(l2_write)
{
    const u64 start = thread_index() % words;
    for (u32 round = 0; round < rounds; ++round) {
        u64 at = start;
#pragma unroll 8
        for (int k = 0; k < unrolled; ++k) {
            __stcg(out + at, make_uint4(1, 1, 1, 1));
            at += thread_count();
            if (at >= words) at -= words;
        }
    }
}

// All blocks through the same 24 KiB.
ROOF(l1_read)
{
    const uint4* at = in + threadIdx.x;
    u32 mine = 0;
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll 4
        for (int k = 0; k < unrolled; ++k) {
            uint4 word;
            asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w) : "l"(at + 32 * k));
            mine += sum(word);
        }
    add_to(answer, mine);
}

ROOF(shared_read)
{
    __shared__ uint4 table[around + beyond];
    for (int i = threadIdx.x; i < around + beyond; i += blockDim.x) table[i] = make_uint4(1, 1, 1, 1);
    __syncthreads();
    const u32 at = (u32)__cvta_generic_to_shared(table + threadIdx.x);
    u32 mine = 0;
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll 4
        for (int k = 0; k < unrolled; ++k) {
            uint4 word;
            asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w) : "r"(at + 512 * k));
            mine += sum(word);
        }
    add_to(answer, mine);
}

ROOF(shared_write)
{
    __shared__ uint4 table[around + beyond];
    const u32 at = (u32)__cvta_generic_to_shared(table + threadIdx.x), value = one_of(in);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
            asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at + 512 * k), "r"(value) : "memory");
    __syncthreads();
    add_to(answer, sum(table[threadIdx.x]));
}

// One address a warp, another for each warp and step.
ROOF(constant)
{
    u64 base;
    asm("{ .reg .u64 a; mov.u64 a, constant_table; mov.u64 %0, a; }" : "=l"(base));
    u32 mine = 0;
    for (u32 round = 0; round < rounds; ++round) {
        const u64 at = base + (threadIdx.x / 32 * 4 + round * 4) % (2 * constant_words);
#pragma unroll
        for (int k = 0; k < unrolled; ++k) {
            u32 word;
            asm volatile("ld.const.u32 %0, [%1];" : "=r"(word) : "l"(at + 64 * k));
            mine += word;
        }
    }
    add_to(answer, mine);
}

// 32 by 32 texels, one each thread and step; a row a warp.
ROOF(texture)
{
    u32 mine = 0;
    const float x = (float)(threadIdx.x % 32);
    float y = (float)(threadIdx.x / 32 % 16);
    for (u32 round = 0; round < rounds; ++round) {
#pragma unroll
        for (int k = 0; k < unrolled; ++k) {
            u32 texel[4];
            asm volatile("tex.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
                         : "=r"(texel[0]), "=r"(texel[1]), "=r"(texel[2]), "=r"(texel[3])
                         : "l"(texture), "f"(x), "f"(y + (float)k));
            mine += texel[0];
        }
        y = y < 15.0f ? y + 1.0f : 0.0f;  // else each round would be the one before, and be left out
    }
    add_to(answer, mine);
}

// ---- arithmetic ----

// Every chain counts its steps.
ROOF(fp32)
{
    float chain[8] = {};
    const float one = (float)one_of(in);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
#pragma unroll
            for (int c = 0; c < 8; ++c) chain[c] = __fmaf_rn(chain[c], one, one);
    float total = 0;
    for (int c = 0; c < 8; ++c) total += chain[c];
    add_to(answer, (u32)total);
}

ROOF(fp64)
{
    double chain[4] = {};
    const double step = one_of(in);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
#pragma unroll
            for (int c = 0; c < 4; ++c) chain[c] = __fma_rn(chain[c], step, step);
    double total = 0;
    for (int c = 0; c < 4; ++c) total += chain[c];
    add_to(answer, (u32)total);
}

// Integer multiply-adds, which only the heavy half of the FMA pipe carries out. Every chain counts its steps.
ROOF(fma_heavy)
{
    u32 chain[8] = {};
    const u32 one = one_of(in);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
#pragma unroll
            for (int c = 0; c < 8; ++c) asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(chain[c]) : "r"(one));
    u32 total = 0;
    for (int c = 0; c < 8; ++c) total += chain[c];
    add_to(answer, total);
}

// Products of 16 x 16 matrices of ones, halves added up in single precision: each adds 16 to every sum.
ROOF(tensor_fp16)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2];
    const __half one = __float2half((float)one_of(in));
    wmma::fill_fragment(a, one);
    wmma::fill_fragment(b, one);
    wmma::fill_fragment(sums[0], 0.0f);
    wmma::fill_fragment(sums[1], 0.0f);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k) wmma::mma_sync(sums[k % 2], a, b, sums[k % 2]);
    float total = 0;
    for (int i = 0; i < sums[0].num_elements; ++i) total += sums[0].x[i] + sums[1].x[i];
    add_to(answer, (u32)(total / (16 * sums[0].num_elements)));
}

// Threads that may part and must meet again: each step marks where (BSSY) and meets there (BSYNC), the two instructions
// of the branch unit. No thread enters the code in between, which the compiler cannot know. Each step counts itself.
ROOF(branches)
{
    u32 mine = 0;
    const u32 one = one_of(in);
#pragma unroll 1
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
            asm volatile(
                "{ .reg .pred is_one; setp.eq.u32 is_one, %1, 1; add.u32 %0, %0, 1; @is_one bra BEYOND_%=;"
                " add.u32 %0, %0, 1000; bar.warp.sync 0xffffffff; BEYOND_%=: }"
                : "+r"(mine) : "r"(one));
    add_to(answer, mine);
}

// Barriers, and nothing between them.
ROOF(adu)
{
    u32 mine = 0;
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
            asm volatile("bar.sync 0; add.u32 %0, %0, 1;" : "+r"(mine)::"memory");
    add_to(answer, mine);
}

// To the neighbour and one more, so that every chain counts its steps.
ROOF(shuffles)
{
    u32 chain[4] = {};
    const u32 one = one_of(in);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 0x1f, 0xffffffff;" : "+r"(chain[c]));
                chain[c] += one;
            }
    add_to(answer, chain[0] + chain[1] + chain[2] + chain[3]);
}

// The reciprocal square root of 1 is 1, by the unit for special functions.
ROOF(special)
{
    float chain[8];
    for (int c = 0; c < 8; ++c) chain[c] = (float)one_of(in);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
#pragma unroll
            for (int c = 0; c < 8; ++c)
                asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(chain[c]));
    float total = 0;
    for (int c = 0; c < 8; ++c) total += chain[c];
    add_to(answer, (u32)(total + 0.5f));
}

// Each step turns 1 into 4 and 4 into 1; their number is even.
ROOF(integer)
{
    u32 chain[8];
    for (int c = 0; c < 8; ++c) chain[c] = one_of(in);
    const u32 flip = 4 + one_of(in), mask = 6 + one_of(in);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
#pragma unroll
            for (int c = 0; c < 8; ++c)
                asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(chain[c]) : "r"(mask), "r"(flip));
    u32 total = 0;
    for (int c = 0; c < 8; ++c) total += chain[c];
    add_to(answer, total);
}

// Arithmetic of both pipes in turns: neither is the bound on any GPU, what issues instructions is.
ROOF(issue)
{
    float chain[4] = {};
    u32 other[4];
    for (int c = 0; c < 4; ++c) other[c] = one_of(in);
    const u32 flip = 4 + one_of(in), mask = 6 + one_of(in);
    const float one = (float)one_of(in);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k)
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                chain[c] = __fmaf_rn(chain[c], one, one);
                asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(other[c]) : "r"(mask), "r"(flip));
            }
    float total = 0;
    for (int c = 0; c < 4; ++c) total += chain[c] + (float)other[c];
    add_to(answer, (u32)total);
}

// ---- atomic additions ----

// Each thread its own word.
ROOF(atomics_many)
{
    u32* at = (u32*)out + thread_index() % (4 * words);
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k) asm volatile("red.global.add.u32 [%0], 1;" ::"l"(at) : "memory");
}

// All of them one word.
ROOF(atomics_one)
{
    for (u32 round = 0; round < rounds; ++round)
#pragma unroll
        for (int k = 0; k < unrolled; ++k) asm volatile("red.global.add.u32 [%0], 1;" ::"l"(out) : "memory");
}

// ---- how long one access takes: one thread, each address out of the word before ----
//
// Words of a buffer that is one cycle of lines (128 bytes, 32 words): each holds the number of the next line. The
// answer is where the walk ends, and the cycles of its last turn; a first turn, where `words` asks for one, fills the
// caches.

__device__ __forceinline__ u32 fetched(u64 texture, u32 x)
{
    u32 texel[4];
    asm volatile("tex.2d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
                 : "=r"(texel[0]), "=r"(texel[1]), "=r"(texel[2]), "=r"(texel[3])
                 : "l"(texture), "r"(x), "r"(0));
    return texel[0];
}

#define CHASE(name, begin_at, step)                                                     \
    ROOF(latency_##name)                                                                \
    {                                                                                   \
        if (threadIdx.x != 0 || blockIdx.x != 0) return;                                \
        begin_at;                                                                       \
        long long cycles = 0;                                                           \
        for (u64 turn = 0; turn <= words; ++turn) {                                     \
            const long long begin = clock64();                                          \
            for (u32 hop = 0; hop < rounds; ++hop) step;                                \
            if (at != ~0U) cycles = clock64() - begin;                                  \
        }                                                                               \
        answer[0] = at;                                                                 \
        answer[1] = (u32)cycles;                                                        \
    }

CHASE(l1, u32 at = 0, at = __ldca((const u32*)in + 32 * u64{at}))
CHASE(l2, u32 at = 0, at = __ldcg((const u32*)in + 32 * u64{at}))

// Of 32 words each holds the offset of the next one.
CHASE(shared, __shared__ u32 chain[32]; const u32 base = (u32)__cvta_generic_to_shared(chain);
      for (u32 i = 0; i < 32; ++i) chain[i] = base + 4 * ((i + 1) % 32);
      u32 at = base, asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at)))
CHASE(constant, u32 at = 0, at = *(const volatile u32*)((const char*)constant_chain + at))
// Each texel is 1: it sends the next read to itself.
CHASE(texture, u32 at = 0, at = fetched(texture, at))
