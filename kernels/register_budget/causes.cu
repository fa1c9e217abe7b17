// How many registers do the warps of a block have? Kernels that only the lesson's claims compile: the number that moves,
// and the way in which the limit is told, are changed one at a time.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Computing = 256, Fetching = 128, Threads = Computing + Fetching;
constexpr int Rows = 8, Row = 2 * Computing, Words = Rows * Row / 4;

// As in kernel.cu.
__device__ __forceinline__ void fetch(const float4* in, int tiles, float4* ring)
{
    const int t = threadIdx.x - Computing;
    in += size_t(blockIdx.x) * tiles * Words;
#pragma unroll 1
    for (int tile = 0; tile < tiles; ++tile) {
#pragma unroll
        for (int i = 0; i < Words; i += Fetching) ring[tile % 2 * Words + i + t] = in[size_t(tile) * Words + i + t];
        __barrier_sync_count(1, Threads);
    }
}

template <int Sums>
__device__ __forceinline__ void compute(unsigned* out, int tiles, const float4* ring)
{
    float sum[Sums] = {};
#pragma unroll 1
    for (int tile = 0; tile < tiles; ++tile) {
        __barrier_sync_count(1, Threads);
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
    out[blockIdx.x * Computing + threadIdx.x] = all;
}

// The fetching warps keep Few registers, the computing ones get Many.
template <int Sums, int Few, int Many>
__global__ __launch_bounds__(Threads, 1) void moved_to(const float4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float4 ring[2 * Words];
    if (threadIdx.x >= Computing) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Few));
        fetch(in, tiles, ring);
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Many));
        compute<Sums>(out, tiles, ring);
    }
}

// The limit as a number of registers, not as a number of threads.
template <int Sums, int Registers>
__global__ __maxnreg__(Registers) void told_registers(const float4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float4 ring[2 * Words];
    if (threadIdx.x >= Computing)
        fetch(in, tiles, ring);
    else
        compute<Sums>(out, tiles, ring);
}
