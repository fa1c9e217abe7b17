// Each output is the sum of the 2 * Radius + 1 inputs around it. `input` points at the first output's
// centre: Radius more elements lie before it and after the last.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Every thread reads its whole neighbourhood from global memory; the caches see the overlap.
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void stencil_global(const int* input, int* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = 0;
    for (int offset = -Radius; offset <= Radius; ++offset) sum += input[i + offset];
    output[i] = sum;
}

// All threads of a block fill its tile together: the block's own elements and Radius more on both
// sides. Works for a Radius beyond the block and for a last block that is not full.
template <int BlockSize, int Radius>
__device__ void stencil_on_tile(int* tile, const int* input, int* output, int n)
{
    const int first = blockIdx.x * BlockSize;
    for (int t = threadIdx.x; t < BlockSize + 2 * Radius && first + t < n + 2 * Radius; t += BlockSize)
        tile[t] = input[first - Radius + t];
    __syncthreads();

    const int i = first + threadIdx.x;
    if (i >= n) return;
    int sum = 0;
    for (int t = 0; t <= 2 * Radius; ++t) sum += tile[threadIdx.x + t];
    output[i] = sum;
}

// The tile's size is part of the program. The compiler reserves it, and refuses more than 48 KiB.
template <int BlockSize, int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void stencil_static_shared(const int* input, int* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[BlockSize + 2 * Radius];
    stencil_on_tile<BlockSize, Radius>(tile, input, output, n);
}

// The tile's size is an argument of the launch. How much fits is the GPU's affair, not the compiler's.
template <int BlockSize, int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void stencil_dynamic_shared(const int* input, int* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    extern __shared__ int tile[];
    stencil_on_tile<BlockSize, Radius>(tile, input, output, n);
}

// Sum of the values of this thread and of all threads before it in the block; `total` gets the sum
// of all. Within a warp the values travel from register to register.
template <int BlockSize>
__device__ int block_scan(int value, int& total)
{
    constexpr int Warps = BlockSize / 32;
    __shared__ int warp_sums[Warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        const int before = __shfl_up_sync(0xffffffff, value, distance);
        if (lane >= distance) value += before;
    }
    if (lane == 31) warp_sums[warp] = value;
    __syncthreads();
    total = 0;
    for (int w = 0; w < Warps; ++w) {
        if (w < warp) value += warp_sums[w];
        total += warp_sums[w];
    }
    __syncthreads();  // the next call writes warp_sums again
    return value;
}

// Register tiling: a thread makes nine neighbouring outputs. It sums the window of the first once and
// keeps all nine in registers while it slides along the tile. 9 is odd, so a warp's threads, 9 apart,
// meet 32 different banks.
template <int BlockSize, int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void stencil_register_tiled(const int* input, int* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int PerThread = 9;
    extern __shared__ int tile[];
    const int first = blockIdx.x * BlockSize * PerThread;
    for (int t = threadIdx.x; t < BlockSize * PerThread + 2 * Radius && first + t < n + 2 * Radius; t += BlockSize)
        tile[t] = input[first - Radius + t];
    __syncthreads();

    const int* window = tile + threadIdx.x * PerThread;
    int sums[PerThread] = {};
    for (int t = 0; t <= 2 * Radius; ++t) sums[0] += window[t];
#pragma unroll
    for (int j = 1; j < PerThread; ++j) sums[j] = sums[j - 1] - window[j - 1] + window[j + 2 * Radius];
    __syncthreads();

    // Back through shared memory, so that neighbouring threads write neighbouring outputs.
#pragma unroll
    for (int j = 0; j < PerThread; ++j) tile[threadIdx.x * PerThread + j] = sums[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < PerThread; ++j) {
        const int t = threadIdx.x + j * BlockSize;
        if (first + t < n) output[first + t] = tile[t];
    }
}

// 16 bytes a load: a thread makes four neighbouring outputs, whose windows are the same but for three
// elements on each side. What they share is fetched as int4, once.
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void stencil_vectorised(const int* input, int* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (first >= n) return;
    const int outputs = min(4, n - first);
    // From begin to end: elements that all of the thread's outputs sum. None, where the radius is small.
    const int begin = first + outputs - 1 - Radius;
    const int end = max(begin, first + Radius + 1);
    int common = 0;
    int k = begin;
    for (; k < end && reinterpret_cast<size_t>(input + k) % sizeof(int4) != 0; ++k) common += input[k];
    for (; k + 4 <= end; k += 4) {
        const int4 four = *reinterpret_cast<const int4*>(input + k);
        common += four.x + four.y + four.z + four.w;
    }
    for (; k < end; ++k) common += input[k];
    for (int i = first; i < first + outputs; ++i) {
        int sum = common;
        for (k = i - Radius; k < min(begin, i + Radius + 1); ++k) sum += input[k];
        for (k = max(end, i - Radius); k <= i + Radius; ++k) sum += input[k];
        output[i] = sum;
    }
}

// Neighbouring outputs differ by one element that enters and one that leaves. A block sums the window of
// its first output once and then only adds up differences: two reads per output at any radius. Nine
// differences a thread are added up in registers, and one sum per thread goes through the block's scan.
template <int BlockSize, int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void stencil_sliding_sum(const int* input, int* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int PerThread = 9;  // odd: no bank conflicts
    constexpr int Round = BlockSize * PerThread;
    constexpr int Rounds = 8;
    __shared__ int tile[Round];
    const int first = blockIdx.x * Round * Rounds;
    const int last = min(first + Round * Rounds, n);
    const auto difference = [&](int i) {
        if (i >= last) return 0;
        return input[i + Radius] - (i > first ? input[i - Radius - 1] : 0);
    };

    // The first output's window, but for the element that its own difference adds.
    int part = 0;
    if (first < n)
        for (int k = first - Radius + threadIdx.x; k < first + Radius; k += BlockSize) part += input[k];
    int sum = 0;
    block_scan<BlockSize>(part, sum);

    int next[PerThread];
#pragma unroll
    for (int j = 0; j < PerThread; ++j) next[j] = difference(first + j * BlockSize + threadIdx.x);
    for (int begin = first; begin < last; begin += Round) {
        // A warp reads neighbouring elements; a thread adds up neighbouring ones. The tile is where they change hands.
#pragma unroll
        for (int j = 0; j < PerThread; ++j) tile[j * BlockSize + threadIdx.x] = next[j];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < PerThread; ++j)  // on its way while this round adds up
            next[j] = difference(begin + Round + j * BlockSize + threadIdx.x);
        int sums[PerThread];
        int own = 0;
#pragma unroll
        for (int j = 0; j < PerThread; ++j) {
            own += tile[threadIdx.x * PerThread + j];
            sums[j] = own;
        }
        int total = 0;
        const int before = sum + block_scan<BlockSize>(own, total) - own;
#pragma unroll
        for (int j = 0; j < PerThread; ++j) tile[threadIdx.x * PerThread + j] = before + sums[j];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < PerThread; ++j) {
            const int i = begin + j * BlockSize + threadIdx.x;
            if (i < last) output[i] = tile[j * BlockSize + threadIdx.x];
        }
        __syncthreads();
        sum += total;
    }
}

// The difference of two prefix sums: before[t] is the sum of everything in the tile that comes before t,
// so the sum of a window is before[end] - before[begin], at any radius. A block adds its tile up once:
// each thread its own stretch, the block the threads' sums.
// With 512 threads promised a thread may have 128 registers, so that a whole stretch is under way at once.
template <int Radius>
__global__ __launch_bounds__(512) void stencil_prefix_sums(const int* input, int* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Threads = 512;
    constexpr int Outputs = 12288;
    constexpr int Inputs = Outputs + 2 * Radius;
    constexpr int PerThread = (Inputs + Threads) / Threads | 1;  // odd: no bank conflicts
    extern __shared__ int before[];
    const int first = blockIdx.x * Outputs;
#pragma unroll 16
    for (int j = 0; j < PerThread; ++j) {
        const int t = threadIdx.x + j * Threads;
        before[t] = t < Inputs && first + t < n + 2 * Radius ? input[first - Radius + t] : 0;
    }
    __syncthreads();

    int* stretch = before + threadIdx.x * PerThread;
    int own = 0;
    for (int j = 0; j < PerThread; ++j) own += stretch[j];
    int total = 0;
    int sum = block_scan<Threads>(own, total) - own;
    for (int j = 0; j < PerThread; ++j) {
        const int value = stretch[j];
        stretch[j] = sum;
        sum += value;
    }
    __syncthreads();
#pragma unroll 16
    for (int j = 0; j < Outputs / Threads; ++j) {
        const int t = threadIdx.x + j * Threads;
        if (first + t < n) output[first + t] = before[t + 2 * Radius + 1] - before[t];
    }
}
