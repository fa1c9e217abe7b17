// Each lane adds up a record of Words ints in shared memory: in one read of a warp, lane i asks for word
// i * Pitch + w. Neighbouring words lie in neighbouring ones of 32 banks. A bank answers one word at a
// time, so the lanes that meet in one bank wait for each other.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// The three kernels below differ in Pitch only: how far one record is from the next.
template <int Words, int Pitch>
__device__ void sum_records(const int* in, int* out, int threads, int passes)
{
    __shared__ int tile[32 * Pitch];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t / Words * Pitch + t % Words] = in[t];
    __syncthreads();

    // volatile: every read is made. The compiler would otherwise keep the record in registers.
    const volatile int* record = tile + threadIdx.x % 32 * Pitch;
    constexpr int Together = Words < 32 ? 32 / Words : 1;  // about 32 reads per turn of the loop
    int sum = 0;
#pragma unroll Together
    for (int pass = 0; pass < passes; ++pass) {
#pragma unroll
        for (int w = 0; w < Words; ++w) sum += record[w];
    }
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < threads) out[i] = sum;
}

// Record after record, no word lost.
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void bank_conflicts_packed(const int* in, int* out, int threads, int passes)
{
    SPILLWAY_SPILL_TARGET;
    sum_records<Words, Words>(in, out, threads, passes);
}

// The advice that everybody gives: one unused word after each record.
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void bank_conflicts_padded(const int* in, int* out, int threads, int passes)
{
    SPILLWAY_SPILL_TARGET;
    sum_records<Words, Words + 1>(in, out, threads, passes);
}

// The reason behind the advice: an odd pitch has no factor in common with 32.
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void bank_conflicts_odd_pitch(const int* in, int* out, int threads, int passes)
{
    SPILLWAY_SPILL_TARGET;
    sum_records<Words, Words | 1>(in, out, threads, passes);
}

// The same sums straight from global memory, each record read once.
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void bank_conflicts_reference(const int* in, int* out, int threads, int passes)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    int sum = 0;
    for (int w = 0; w < Words; ++w) sum += in[i % blockDim.x % 32 * Words + w];
    out[i] = sum * passes;
}
