// The largest number of each block, by a tree in shared memory that has a word for each thread.
//
// Yours are the lines between the two marks below. The rest is the exercise: the kernel that it begins with, and the
// one that your result is compared with.
//
// Counted with the result: no thread may read many of the numbers. The reference's does all the work alone.
// ---- counted: reads of in by one thread, at most 0.05 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What is right, however it is computed.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void expected_result(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    if (threadIdx.x > 0) return;
    unsigned largest = 0;
    for (int i = blockIdx.x * Block; i < n && i < (blockIdx.x + 1) * Block; ++i)
        if (in[i] > largest) largest = in[i];
    out[blockIdx.x] = largest;
}

// What you begin with.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void given(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned largest[Block];
    const int i = blockIdx.x * Block + threadIdx.x;
    largest[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int left = Block; left > 1; left = (left + 1) / 2) {
        const int half = (left + 1) / 2;
        if (threadIdx.x + half < left) largest[threadIdx.x] = max(largest[threadIdx.x], largest[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = largest[0];
}

// ---- yours from here ----
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned largest[Block];
    const int i = blockIdx.x * Block + threadIdx.x;
    largest[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int left = Block; left > 1; left = (left + 1) / 2) {
        const int half = (left + 1) / 2;
        if (threadIdx.x + half < left) largest[threadIdx.x] = max(largest[threadIdx.x], largest[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = largest[0];
}
// ---- yours to here ----
