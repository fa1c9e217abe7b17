// A block of 384 threads: 128 fetch tiles from global memory, and 256 compute with them. A computing thread keeps Sums
// sums, and each number that arrives changes all of them. The kernels differ in how the SM's registers are given out.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Computing = 256, Fetching = 128;  // threads: two groups of four warps, and one
constexpr int Threads = Computing + Fetching;
constexpr int Rows = 8, Row = 2 * Computing;  // of a tile: a row has a factor for each computing thread, then 256 more
constexpr int Words = Rows * Row / 4;         // of 16 bytes

// Waits for all warps of the block. Unlike __syncthreads, it may stand in two places: the hardware's barrier 1 counts
// the threads that come, wherever they come from.
template <int Count>
__device__ __forceinline__ void wait_for_all()
{
    __barrier_sync_count(1, Count);
}

// Tile after tile into one half of `ring`, while the other half is computed with.
__device__ __forceinline__ void fetch(const float4* in, int tiles, float4* ring)
{
    const int t = threadIdx.x - Computing;
    in += size_t(blockIdx.x) * tiles * Words;
#pragma unroll 1
    for (int tile = 0; tile < tiles; ++tile) {
#pragma unroll
        for (int i = 0; i < Words; i += Fetching) ring[tile % 2 * Words + i + t] = in[size_t(tile) * Words + i + t];
        wait_for_all<Threads>();
    }
}

// Each row of a tile: the thread's factor times the first Sums of the row's other numbers, added to the sums.
template <int Sums>
__device__ __forceinline__ void add_tile(float (&sum)[Sums], const float4* tile)
{
    const float* row = reinterpret_cast<const float*>(tile);
#pragma unroll 1
    for (int r = 0; r < Rows; ++r, row += Row) {
        const float factor = row[threadIdx.x];
#pragma unroll
        for (int j = 0; j < Sums; ++j) sum[j] += factor * row[Computing + j];
    }
}

// One number computed from all sums: all of them are needed until here.
template <int Sums>
__device__ __forceinline__ unsigned of_all(const float (&sum)[Sums])
{
    unsigned all = 0;
#pragma unroll
    for (int j = 0; j < Sums; ++j) all += (j + 1) * unsigned(sum[j]);
    return all;
}

template <int Sums>
__device__ __forceinline__ void compute(unsigned* out, int tiles, const float4* ring)
{
    float sum[Sums] = {};
#pragma unroll 1
    for (int tile = 0; tile < tiles; ++tile) {
        wait_for_all<Threads>();
        add_tile(sum, ring + tile % 2 * Words);
    }
    out[blockIdx.x * Computing + threadIdx.x] = of_all(sum);
}

// No bound: ptxas takes the registers that the sums want, for all 384 threads.
template <int Sums>
__global__ SPILLWAY_LAUNCH_BOUNDS void register_budget_free(const float4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float4 ring[2 * Words];
    if (threadIdx.x >= Computing)
        fetch(in, tiles, ring);
    else
        compute<Sums>(out, tiles, ring);
}

// The bound: an SM's 65,536 registers are divided by 384, for fetching threads as for computing ones.
template <int Sums>
__global__ __launch_bounds__(Threads, 1) void register_budget_alike(const float4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float4 ring[2 * Words];
    if (threadIdx.x >= Computing)
        fetch(in, tiles, ring);
    else
        compute<Sums>(out, tiles, ring);
}

// Each group of four warps changes its own number of registers, once it is known what it does. 128 threads go down to 40,
// so 256 can go up to 232: together that is what the block had.
template <int Registers>
__device__ __forceinline__ void give_registers_back()
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}
template <int Registers>
__device__ __forceinline__ void take_registers()
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}

template <int Sums>
__global__ __launch_bounds__(Threads, 1) void register_budget_moved(const float4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float4 ring[2 * Words];
    if (threadIdx.x >= Computing) {
        give_registers_back<40>();
        fetch(in, tiles, ring);
    } else {
        take_registers<232>();
        compute<Sums>(out, tiles, ring);
    }
}

// No fetching threads: the 256 that compute also bring the next tile, through registers of their own.
template <int Sums>
__global__ __launch_bounds__(Computing, 1) void register_budget_together(const float4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float4 ring[2 * Words];
    constexpr int Each = Words / Computing;
    in += size_t(blockIdx.x) * tiles * Words + threadIdx.x;
    float4 next[Each];
    float sum[Sums] = {};
#pragma unroll
    for (int i = 0; i < Each; ++i) next[i] = in[i * Computing];
#pragma unroll 1
    for (int tile = 0; tile < tiles; ++tile) {
#pragma unroll
        for (int i = 0; i < Each; ++i) ring[tile % 2 * Words + i * Computing + threadIdx.x] = next[i];
        wait_for_all<Computing>();
        if (tile + 1 < tiles) {
#pragma unroll
            for (int i = 0; i < Each; ++i) next[i] = in[size_t(tile + 1) * Words + i * Computing];
        }
        add_tile(sum, ring + tile % 2 * Words);
    }
    out[blockIdx.x * Computing + threadIdx.x] = of_all(sum);
}

// The same sums one after another, straight from global memory.
template <int Sums>
__global__ SPILLWAY_LAUNCH_BOUNDS void register_budget_reference(const float4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    if (threadIdx.x >= Computing) return;
    const float* rows = reinterpret_cast<const float*>(in + size_t(blockIdx.x) * tiles * Words);
    unsigned all = 0;
#pragma unroll 1
    for (int j = 0; j < Sums; ++j) {
        float sum = 0;
#pragma unroll 1
        for (int r = 0; r < tiles * Rows; ++r) sum += rows[r * Row + threadIdx.x] * rows[r * Row + Computing + j];
        all += (j + 1) * unsigned(sum);
    }
    out[blockIdx.x * Computing + threadIdx.x] = all;
}
