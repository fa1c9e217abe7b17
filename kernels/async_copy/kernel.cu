// Each block takes its tiles of an array one after another into shared memory and computes with each. The kernels differ
// in how a tile gets there while the one before it is computed with.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int threads = 256;
constexpr unsigned factor = 1664525;

// A word of the tile and the one that lies as far from the other end go through Rounds multiply-adds. What a thread reads
// here, other threads have brought.
template <int Words, int Rounds>
__device__ __forceinline__ unsigned computed(const uint4* tile)
{
    unsigned sum = 0;
#pragma unroll
    for (int j = 0; j < Words; ++j) {
        const int i = threadIdx.x + j * threads;
        const uint4 near = tile[i], far = tile[Words * threads - 1 - i];
        unsigned x[4] = {near.x, near.y, near.z, near.w};
#pragma unroll 8
        for (int round = 0; round < Rounds; ++round)
#pragma unroll
            for (int k = 0; k < 4; ++k) x[k] = x[k] * factor + (k % 2 ? far.x : far.w);
        sum += x[0] + x[1] + x[2] + x[3] + far.y + far.z;
    }
    return sum;
}

// 1. Through registers. The next Stages - 1 tiles are on their way into registers while one is computed with; then each
// thread stores its part of the next into shared memory.
template <int Stages, int Kib, int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void async_copy_registers(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Words = Kib / 4;  // of 16 bytes, that each thread brings
    extern __shared__ uint4 tile[];
    constexpr int Ahead = Stages > 1 ? Stages - 1 : 1;
    in += size_t(blockIdx.x) * tiles * Words * threads + threadIdx.x;
    uint4 next[Ahead][Words];
    unsigned sum = 0;
    auto load = [&](uint4(&into)[Words], int t) {
        if (t >= tiles) return;
#pragma unroll
        for (int j = 0; j < Words; ++j) into[j] = in[(size_t(t) * Words + j) * threads];
    };
    if (Stages > 1) {
#pragma unroll
        for (int s = 0; s < Ahead; ++s) load(next[s], s);
    }
#pragma unroll 1
    for (int first = 0; first < tiles; first += Ahead) {
#pragma unroll
        for (int s = 0; s < Ahead; ++s) {
            if (first + s >= tiles) break;
            if (Stages == 1) load(next[s], first + s);
#pragma unroll
            for (int j = 0; j < Words; ++j) tile[threadIdx.x + j * threads] = next[s][j];
            if (Stages > 1) load(next[s], first + s + Ahead);
            __syncthreads();
            sum += computed<Words, Rounds>(tile);
            __syncthreads();
        }
    }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

__device__ __forceinline__ unsigned shared_address(const void* to)
{
    return unsigned(__cvta_generic_to_shared(to));
}

// 16 bytes from global memory into shared memory, with no register in between. The thread goes on at once.
__device__ __forceinline__ void copy_async(uint4* to, const uint4* from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from) : "memory");
}
// What this thread has asked for since the last call is one group.
__device__ __forceinline__ void end_group()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}
// Until all of this thread's groups have arrived but for the last Left.
template <int Left>
__device__ __forceinline__ void wait_for_groups()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(Left) : "memory");
}

// 2. cp.async. Stages tiles are in shared memory or on their way there.
template <int Stages, int Kib, int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void async_copy_cp_async(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Words = Kib / 4;  // of 16 bytes, that each thread brings
    extern __shared__ uint4 ring[];
    in += size_t(blockIdx.x) * tiles * Words * threads;
    unsigned sum = 0;
    auto begin = [&](int t) {
        if (t < tiles) {
#pragma unroll
            for (int j = 0; j < Words; ++j) {
                const int i = threadIdx.x + j * threads;
                copy_async(ring + t % Stages * Words * threads + i, in + size_t(t) * Words * threads + i);
            }
        }
        end_group();
    };
#pragma unroll 1
    for (int t = 0; t < Stages; ++t) begin(t);
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
        wait_for_groups<Stages - 1>();
        __syncthreads();
        sum += computed<Words, Rounds>(ring + t % Stages * Words * threads);
        __syncthreads();
        begin(t + Stages);
    }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

// A barrier in shared memory that a tile's last byte opens.
__device__ __forceinline__ void make_barrier(unsigned long long* to)
{
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(shared_address(to)) : "memory");
}
// Before the copy engine may see the barriers.
__device__ __forceinline__ void show_barriers()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void expect_bytes(unsigned long long* to, unsigned bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(to)), "r"(bytes) : "memory");
}
// One thread asks for all the bytes; the copy engine (TMA) brings them.
__device__ __forceinline__ void copy_bulk(uint4* to, const uint4* from, unsigned bytes, unsigned long long* barrier)
{
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
            shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(barrier))
        : "memory");
}
// Until the barrier has opened for the tile whose turn is `turn`, counted in times round the ring.
__device__ __forceinline__ void wait_at_barrier(unsigned long long* to, int turn)
{
    asm volatile(
        "{\n"
        ".reg .pred open;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared.b64 open, [%0], %1;\n"
        "@!open bra again;\n"
        "}" ::"r"(shared_address(to)),
        "r"(turn % 2)
        : "memory");
}

// 3. Bulk copies. The same ring; a tile is one instruction of one thread.
template <int Stages, int Kib, int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void async_copy_bulk(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Words = Kib / 4;  // of 16 bytes, that each thread brings
    extern __shared__ uint4 ring[];
    __shared__ unsigned long long arrived[Stages];
    in += size_t(blockIdx.x) * tiles * Words * threads;
    unsigned sum = 0;
    auto begin = [&](int t) {
        if (t >= tiles || threadIdx.x != 0) return;
        const unsigned bytes = Words * threads * sizeof(uint4);
        expect_bytes(arrived + t % Stages, bytes);
        copy_bulk(ring + t % Stages * Words * threads, in + size_t(t) * Words * threads, bytes, arrived + t % Stages);
    };
    if (threadIdx.x == 0) {
        for (int s = 0; s < Stages; ++s) make_barrier(arrived + s);
        show_barriers();
    }
    __syncthreads();
#pragma unroll 1
    for (int t = 0; t < Stages; ++t) begin(t);
#pragma unroll 1
    for (int t = 0; t < tiles; ++t) {
        wait_at_barrier(arrived + t % Stages, t / Stages);
        sum += computed<Words, Rounds>(ring + t % Stages * Words * threads);
        __syncthreads();
        begin(t + Stages);
    }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}

// Straight from global memory, a word at a time, each chain as what it comes to: x * factor^Rounds + y * (1 + factor + ...).
template <int Kib, int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void async_copy_reference(const uint4* in, unsigned* out, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Words = Kib / 4;  // of 16 bytes, that each thread brings
    unsigned power = 1, powers = 0, sum = 0;
    for (int round = 0; round < Rounds; ++round) {
        powers += power;
        power *= factor;
    }
    for (int t = 0; t < tiles; ++t)
        for (int j = 0; j < Words; ++j) {
            const uint4* tile = in + (size_t(blockIdx.x) * tiles + t) * Words * threads;
            const uint4 near = tile[threadIdx.x + j * threads];
            const uint4 far = tile[Words * threads - 1 - threadIdx.x - j * threads];
            sum += (near.x + near.y + near.z + near.w) * power + 2 * (far.w + far.x) * powers + far.y + far.z;
        }
    out[blockIdx.x * threads + threadIdx.x] = sum;
}
