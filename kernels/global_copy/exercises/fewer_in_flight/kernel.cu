// A staged copy that does not fit into its registers.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    int temp[Unroll];
#pragma unroll
    for (int j = 0; j < Unroll; ++j) temp[j] = in[i + j * threads];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Unroll; ++j) out[i + j * threads] = temp[j];
}

// ---- yours from here ----
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    int temp[Unroll];
#pragma unroll
    for (int j = 0; j < Unroll; ++j) temp[j] = in[i + j * threads];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Unroll; ++j) out[i + j * threads] = temp[j];
}
// ---- yours to here ----
