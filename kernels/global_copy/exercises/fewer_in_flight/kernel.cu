// A staged copy that does not fit into its registers.
//
// Yours are the lines between the two marks below. The rest is the exercise: the kernel that it begins with, and the one
// that your result is compared with.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What is right, however it is computed.
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void expected_result(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    for (int j = 0; j < Unroll; ++j) out[i + j * threads] = in[i + j * threads];
}

// What you begin with.
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void given(const int* in, int* out, int threads)
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
