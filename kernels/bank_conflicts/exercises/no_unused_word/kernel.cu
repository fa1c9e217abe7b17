// Each lane adds up a record in shared memory, again and again. An unused word after each record keeps the banks apart.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Pitch = Words + 1;
    __shared__ int tile[32 * Pitch];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t / Words * Pitch + t % Words] = in[t];
    __syncthreads();

    // volatile: every read is made.
    const volatile int* record = tile + threadIdx.x % 32 * Pitch;
    int sum = 0;
#pragma unroll 1
    for (int pass = 0; pass < 32; ++pass)
        for (int w = 0; w < Words; ++w) sum += record[w];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements) out[i] = sum;
}

// ---- yours from here ----
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Pitch = Words + 1;
    __shared__ int tile[32 * Pitch];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t / Words * Pitch + t % Words] = in[t];
    __syncthreads();

    // volatile: every read is made.
    const volatile int* record = tile + threadIdx.x % 32 * Pitch;
    int sum = 0;
#pragma unroll 1
    for (int pass = 0; pass < 32; ++pass)
        for (int w = 0; w < Words; ++w) sum += record[w];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements) out[i] = sum;
}
// ---- yours to here ----
