// Every thread works through Rounds numbers: a load, 16 steps of arithmetic, a sum. The body of that loop is repeated
// Unroll times. What that changes: how many loads are under way, how many registers hold them, and how long the code
// is.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Rounds = 512;

// Thirty-two instructions of which none can be left out.
__device__ __forceinline__ unsigned work(unsigned value, unsigned key)
{
#pragma unroll
    for (int step = 0; step < 16; ++step) value = value * 3 ^ key;
    return value;
}

// Number j of a thread is `stride` numbers behind number j - 1. `rounds` is Rounds, which the compiler does not know.
template <int Unroll, typename Index>
__device__ __forceinline__ unsigned sum_of_all(const unsigned* in, Index stride, int rounds, unsigned key)
{
    const Index first = Index(blockIdx.x) * blockDim.x + threadIdx.x;
    unsigned sum = 0;
#pragma unroll Unroll
    for (int j = 0; j < rounds; ++j) sum += work(in[first + j * stride], key);
    return sum;
}

// An index of 32 bits.
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void unrolling_index_32(const unsigned* in, unsigned* out, unsigned stride,
                                                          int rounds, unsigned key)
{
    SPILLWAY_SPILL_TARGET;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum_of_all<Unroll, unsigned>(in, stride, rounds, key);
}

// An index of 64 bits, as size_t is: every index is a pair of registers.
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void unrolling_index_64(const unsigned* in, unsigned* out, unsigned stride,
                                                          int rounds, unsigned key)
{
    SPILLWAY_SPILL_TARGET;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum_of_all<Unroll, unsigned long long>(in, stride, rounds, key);
}

// A sum for each of the Unroll repetitions, of which there are at most 64 here. They are added up at the end, and until
// then all are needed.
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void unrolling_many_sums(const unsigned* in, unsigned* out, unsigned stride,
                                                           int rounds, unsigned key)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
    constexpr int Sums = Unroll < 64 ? Unroll : 64;
    unsigned sum[Sums] = {};
#pragma unroll 1
    for (int j = 0; j < rounds; j += Sums)
#pragma unroll
        for (int u = 0; u < Sums; ++u) sum[u] += work(in[first + (j + u) * stride], key);
#pragma unroll
    for (int u = 1; u < Sums; ++u) sum[0] += sum[u];
    out[first] = sum[0];
}
