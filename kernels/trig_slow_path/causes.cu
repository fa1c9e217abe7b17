// When does a float's sine need a stack frame? Kernels that only the lesson's claims compile: the number of calls, their
// arguments and the loop around them are changed one at a time.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

__device__ __forceinline__ float argument(const float* input, int i, float scale)
{
    return scale * input[i];
}

// One call, in a loop that stays a loop.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void one_call_looped(const float* input, float* output, int n, float scale, int huge)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = argument(input, i, scale);
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Rounds; ++k) sum += sinf(k * x);
    output[i] = sum;
}

// The same loop, unrolled: a call for each round.
template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void one_call_unrolled(const float* input, float* output, int n, float scale, int huge)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = argument(input, i, scale);
    float sum = 0;
#pragma unroll
    for (int k = 1; k <= Rounds; ++k) sum += sinf(k * x);
    output[i] = sum;
}

// Two calls in the loop, with one argument or with two.
template <int Arguments>
__global__ SPILLWAY_LAUNCH_BOUNDS void two_calls_looped(const float* input, float* output, int n, float scale, int huge)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = argument(input, i, scale);
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= 4; ++k) sum += sinf(k * x) * cosf(Arguments * k * x);
    output[i] = sum;
}
