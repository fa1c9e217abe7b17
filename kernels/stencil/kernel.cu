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

// Neighbouring outputs differ by one element that enters and one that leaves. A block sums the window
// of its first output once and then only adds up differences: two reads per output at any radius, and
// shared memory for nothing but one number per warp.
template <int BlockSize, int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void stencil_sliding_sum(const int* input, int* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Rounds = 64;
    const int first = blockIdx.x * BlockSize * Rounds;
    const int last = min(first + BlockSize * Rounds, n);
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

    int i = first + threadIdx.x;
    int next = difference(i);
    for (int round = 0; round < Rounds; ++round, i += BlockSize) {
        const int current = next;
        next = difference(i + BlockSize);  // on its way while this round adds up
        int total = 0;
        const int scanned = block_scan<BlockSize>(current, total);
        if (i < last) output[i] = sum + scanned;
        sum += total;
    }
}
