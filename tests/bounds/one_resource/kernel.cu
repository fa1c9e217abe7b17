// Kernels that are each bound by one thing, and by what is known: the account of their time must say so. What they
// read is 1 everywhere; each leaves 1 in out[i] where its sum is right.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

__constant__ int constant_table[1024];

__device__ int thread()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ int sum(int4 word)
{
    return word.x + word.y + word.z + word.w;
}

// Once through the whole of what is read.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void read_memory(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    const int threads = gridDim.x * blockDim.x;
    int mine = 0, read = 0;
    for (int i = thread(); i < words; i += 4 * threads) {
#pragma unroll
        for (int k = 0; k < 4; ++k)
            if (i + k * threads < words) {
                mine += sum(__ldcs(in + i + k * threads));
                read += 4;
            }
    }
    out[thread()] = mine == read;
}

// 4 MiB again and again, past the L1.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void read_l2(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned held = 1 << 18;
    const unsigned first = thread();
    int mine = 0;
#pragma unroll 8
    for (unsigned j = 0; j < 16 * Rounds; ++j) mine += sum(__ldcg(in + (first + 8192 * j) % held));
    out[thread()] = mine == 64 * Rounds;
}

// Local memory: every store goes on to the L2, though each load is answered by the L1.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void store_local(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    volatile int kept[32];
    const unsigned one = in[threadIdx.x].x;
    for (unsigned j = 0; j < 16 * Rounds; ++j) kept[(j + one) % 32] = one;
    int mine = 0;
    for (unsigned j = 0; j < 16; ++j) mine += kept[(16 * Rounds - j) % 32];
    out[thread()] = mine == 16;
}

// Volatile: what was read before is read again.
__device__ int4 from_l1(const int4* at)
{
    int4 word;
    asm volatile("ld.global.ca.v4.s32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w) : "l"(at));
    return word;
}

__device__ int4 from_shared(unsigned at)
{
    int4 word;
    asm volatile("ld.shared.v4.s32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w) : "r"(at));
    return word;
}

// 14 KiB that the L1 holds. Where the next loads go depends on what the last ones brought, so that none is left out.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void read_l1(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    int mine = 0, none = 0;
    for (unsigned j = 0; j < 16 * Rounds; ++j) {
        const int4* at = in + threadIdx.x + 128 * (j % 4) + none;
        int brought = 0;
#pragma unroll
        for (int k = 0; k < 4; ++k) brought += sum(from_l1(at + 32 * k));
        none = brought - 16;
        mine += brought;
    }
    out[thread()] = mine == 256 * Rounds;
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void read_shared(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int4 table[896];
    for (int i = threadIdx.x; i < 896; i += blockDim.x) table[i] = in[i];
    __syncthreads();
    int mine = 0;
    for (unsigned j = 0; j < 16 * Rounds; ++j) {
        const unsigned at = (unsigned)__cvta_generic_to_shared(table + threadIdx.x + 128 * (j % 4));
#pragma unroll
        for (int k = 0; k < 4; ++k) mine += sum(from_shared(at + 512 * k));
    }
    out[thread()] = mine == 256 * Rounds;
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void read_constant(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    int mine = 0;
    for (unsigned j = 0; j < 4 * Rounds; ++j) {
        const unsigned at = (threadIdx.x / 32 + j) % 256;
#pragma unroll
        for (int k = 0; k < 16; ++k) mine += constant_table[at + 16 * k];
    }
    out[thread()] = mine == 64 * Rounds;
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void read_texture(cudaTextureObject_t texels, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    int mine = 0;
#pragma unroll 4
    for (int j = 0; j < 16 * Rounds; ++j)
        mine += (int)tex2D<float>(texels, threadIdx.x % 32 + 0.5f, (threadIdx.x / 32 + j) % 32 + 0.5f);
    out[thread()] = mine == 16 * Rounds;
}

template <typename T, int Chains, int Rounds>
__device__ int multiply_and_add(T one)
{
    T chain[Chains] = {};
#pragma unroll 8
    for (int j = 0; j < 64 * Rounds; ++j)
#pragma unroll
        for (int c = 0; c < Chains; ++c) chain[c] = chain[c] * one + one;
    T total = 0;
    for (int c = 0; c < Chains; ++c) total += chain[c];
    return total == T(64 * Rounds * Chains);
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void single_precision(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    out[thread()] = multiply_and_add<float, 8, Rounds>(in[threadIdx.x].x);
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void double_precision(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    out[thread()] = multiply_and_add<double, 4, Rounds>(in[threadIdx.x].x);
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void special_functions(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    float chain[8];
    for (int c = 0; c < 8; ++c) chain[c] = in[threadIdx.x].x;
#pragma unroll 8
    for (int j = 0; j < 16 * Rounds; ++j)
#pragma unroll
        for (int c = 0; c < 8; ++c) asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(chain[c]));
    float total = 0;
    for (int c = 0; c < 8; ++c) total += chain[c];
    out[thread()] = total > 7.99f && total < 8.01f;
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void integers(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    int chain[8];
    const int one = in[threadIdx.x].x, flip = 4 + one, mask = 6 + one;
    for (int c = 0; c < 8; ++c) chain[c] = one;
#pragma unroll 8
    for (int j = 0; j < 64 * Rounds; ++j)
#pragma unroll
        for (int c = 0; c < 8; ++c) asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(chain[c]) : "r"(mask), "r"(flip));
    int total = 0;
    for (int c = 0; c < 8; ++c) total += chain[c];
    out[thread()] = total == 8;
}

// Five of one pipe, three of the other: neither is full where both together are more than can be issued.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void mixed(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    float chain[5] = {};
    int other[3];
    const int bit = in[threadIdx.x].x, flip = 4 + bit, mask = 6 + bit;
    const float one = bit;
    for (int c = 0; c < 3; ++c) other[c] = bit;
#pragma unroll 8
    for (int j = 0; j < 64 * Rounds; ++j)
#pragma unroll
        for (int c = 0; c < 5; ++c) {
            chain[c] = chain[c] * one + one;
            if (c < 3) asm volatile("lop3.b32 %0, %0, %1, %2, 0x6a;" : "+r"(other[c]) : "r"(mask), "r"(flip));
        }
    float total = 0;
    for (int c = 0; c < 5; ++c) total += chain[c];
    out[thread()] = total == 320 * Rounds && other[0] + other[1] + other[2] == 3;
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void add_to_one_word(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    for (int j = 0; j < Rounds; ++j) atomicAdd(scratch, 1);
    out[thread()] = 1;
}

// One thread of a block, and each address is the word before: nothing is busy.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void wait_for_each(const int4* in, int* out, int* scratch, int words)
{
    SPILLWAY_SPILL_TARGET;
    int at = 0, steps = 0;
    if (threadIdx.x == 0)
        for (; steps < 64 * Rounds; ++steps) at = (at + 4096 * __ldcg(&in[at].x)) % words;
    out[thread()] = at == 4096 * steps % words;
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void all_right(int* out)
{
    SPILLWAY_SPILL_TARGET;
    out[thread()] = 1;
}
