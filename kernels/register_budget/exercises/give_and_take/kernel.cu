// A block of 512 threads: 128 fetch tiles, and 384 compute with them. The computing threads keep 144 sums each. The block
// has 65,536 registers, so each thread begins with 128 of them, and the sums spill.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Sums = 144, Tiles = 16;
constexpr int Computing = 384, Fetching = 128;  // threads: three groups of four warps, and one
constexpr int Threads = Computing + Fetching;
constexpr int Rows = 4, Row = 2 * Computing;  // of a tile: a row has a factor for each computing thread, then the others
constexpr int Words = Rows * Row / 4;         // of 16 bytes
constexpr int Begin = 65536 / Threads;        // registers that each thread has at first

// Waits for all warps of the block.
__device__ __forceinline__ void wait_for_all()
{
    __barrier_sync_count(1, Threads);
}

__device__ __forceinline__ void fetch(const float4* in, float4* ring)
{
    const int t = threadIdx.x - Computing;
#pragma unroll 1
    for (int tile = 0; tile < Tiles; ++tile, in += Words) {
#pragma unroll
        for (int i = 0; i < Words; i += Fetching) ring[tile % 2 * Words + i + t] = in[i + t];
        wait_for_all();
    }
}

__device__ __forceinline__ unsigned compute(const float4* ring)
{
    float sum[Sums] = {};
#pragma unroll 1
    for (int tile = 0; tile < Tiles; ++tile) {
        wait_for_all();
        const float* row = reinterpret_cast<const float*>(ring + tile % 2 * Words);
#pragma unroll 1
        for (int r = 0; r < Rows; ++r, row += Row) {
            const float factor = row[threadIdx.x];
#pragma unroll
            for (int j = 0; j < Sums; ++j) sum[j] += factor * row[Computing + j];
        }
    }
    unsigned all = 0;
#pragma unroll
    for (int j = 0; j < Sums; ++j) all += (j + 1) * unsigned(sum[j]);
    return all;
}

// From 128 registers down to Few, and up to Many. The instruction takes multiples of 8 from 24 to 256.
template <int Few>
__device__ __forceinline__ void give_registers_back()
{
    static_assert(Few % 8 == 0 && Few >= 24 && Few <= Begin, "a multiple of 8, from 24 to what a thread has");
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Few));
#endif
}
template <int Many>
__device__ __forceinline__ void take_registers()
{
    static_assert(Many % 8 == 0 && Many >= Begin && Many <= 256, "a multiple of 8, from what a thread has to 256");
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Many));
#endif
}

// A group that requests more registers than are free waits until others release some. If both requests together exceed
// the block's registers, it would wait forever, so a static_assert rejects them.
template <typename Registers>
__device__ __forceinline__ void fetch_and_compute(const float4* in, unsigned* out, int n)
{
    constexpr int few = Registers::fetching, many = Registers::computing;
    static_assert(Fetching * few + Computing * many <= 65536, "together they have more registers than the block");
    __shared__ float4 ring[2 * Words];
    if (threadIdx.x >= Computing) {
        give_registers_back<few>();
        fetch(in + size_t(blockIdx.x) * Tiles * Words, ring);
    } else {
        take_registers<many>();
        const unsigned all = compute(ring);
        const int i = blockIdx.x * Computing + threadIdx.x;
        if (i < n) out[i] = all;
    }
}

// What you begin with, and what your result is compared with.
__global__ __launch_bounds__(Threads, 1) void as_it_was(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float4 ring[2 * Words];
    if (threadIdx.x >= Computing) {
        fetch(in + size_t(blockIdx.x) * Tiles * Words, ring);
    } else {
        const unsigned all = compute(ring);
        const int i = blockIdx.x * Computing + threadIdx.x;
        if (i < n) out[i] = all;
    }
}

// ---- yours from here ----
struct Registers {
    static constexpr int fetching = 128, computing = 128;  // of each thread
};

__global__ __launch_bounds__(Threads, 1) void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
// ---- yours to here ----
