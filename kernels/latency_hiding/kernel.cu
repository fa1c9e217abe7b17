// Reads an array once, with few threads: a grid of one or two blocks for each SM. How much of it is under way at a time
// is what the kernels differ in. The sums are added up at the end, so that all kernels come to one number.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// total[0] collects the sums of all warps, and total[1] counts the blocks that are done. The last one takes the sum
// away, so that both are 0 again for the next launch.
__device__ __forceinline__ void add_up(unsigned sum, unsigned* total, unsigned* out)
{
#pragma unroll
    for (unsigned apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffff, sum, apart);
    if (threadIdx.x % 32 == 0) {
        atomicAdd(total, sum);
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 0 && atomicInc(total + 1, gridDim.x - 1) == gridDim.x - 1) *out = atomicExch(total, 0);
}

__device__ __forceinline__ unsigned sum_of(unsigned value)
{
    return value;
}
__device__ __forceinline__ unsigned sum_of(uint4 value)
{
    return value.x + value.y + (value.z + value.w);
}

// A round is Loads reads, which do not wait for each other; the round's sum waits for all of them.
template <int Loads, typename Word>
__device__ __forceinline__ unsigned read_rounds(const Word* in, unsigned n)
{
    const unsigned threads = gridDim.x * blockDim.x;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll 1
    for (; i + (Loads - 1) * threads < n; i += Loads * threads) {
        Word value[Loads];
#pragma unroll
        for (int j = 0; j < Loads; ++j) value[j] = in[i + j * threads];
#pragma unroll
        for (int j = 0; j < Loads; ++j) sum += sum_of(value[j]);
    }
#pragma unroll 1
    for (; i < n; i += threads) sum += sum_of(in[i]);
    return sum;
}

// `zero` is 0, which the compiler does not know: where the next read goes depends on what the last one brought.
template <int Loads>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_hiding_dependent(const unsigned* in, unsigned* total, unsigned* out,
                                                                unsigned n, unsigned zero)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned threads = gridDim.x * blockDim.x;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
#pragma unroll Loads
    for (; i < n; i += threads) {
        const unsigned value = in[i];
        sum += value;
        i += value & zero;
    }
    add_up(sum, total, out);
}

template <int Loads>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_hiding_independent(const unsigned* in, unsigned* total, unsigned* out,
                                                                  unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    add_up(read_rounds<Loads>(in, n), total, out);
}

// The same, and each read brings 16 bytes. `n` is a multiple of four.
template <int Loads>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_hiding_wide(const uint4* in, unsigned* total, unsigned* out, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    add_up(read_rounds<Loads>(in, n / 4), total, out);
}

// One block; its first thread adds up what the others have.
template <int Loads>
__global__ SPILLWAY_LAUNCH_BOUNDS void latency_hiding_reference(const unsigned* in, unsigned* out, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned part[1024];
    unsigned sum = 0;
#pragma unroll 16
    for (unsigned k = 0; k < n / 1024; ++k) sum += in[k * 1024 + threadIdx.x];
    if (n / 1024 * 1024 + threadIdx.x < n) sum += in[n / 1024 * 1024 + threadIdx.x];
    part[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int t = 1; t < 1024; ++t) sum += part[t];
    *out = sum;
}
