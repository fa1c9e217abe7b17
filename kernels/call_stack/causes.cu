// What is in the frame of a recursion? Kernels that only the lesson's claims compile: what a level needs after its call
// is taken away, one value at a time.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Needs x and a coefficient after the call.
__device__ __noinline__ unsigned with_both(int k, int depth, unsigned x, const unsigned* coefficients)
{
    if (k >= depth) return 1;
    const unsigned coefficient = coefficients[k];
    return coefficient + x * with_both(k + 1, depth, x, coefficients);
}

// Needs x.
__device__ __noinline__ unsigned with_x(int k, int depth, unsigned x)
{
    if (k >= depth) return 1;
    return x + 3 * with_x(k + 1, depth, x);
}

// Needs nothing but the way back.
__device__ __noinline__ unsigned with_none(int k, int depth)
{
    if (k >= depth) return 1;
    return 1 + 3 * with_none(k + 1, depth);
}

// Needs nothing at all: its last act is the call, which the compiler makes a loop.
__device__ __noinline__ unsigned at_the_end(int k, int depth, unsigned so_far)
{
    if (k >= depth) return so_far;
    return at_the_end(k + 1, depth, so_far * 3 + 1);
}

template <int Needed>
__global__ SPILLWAY_LAUNCH_BOUNDS void levels(const unsigned* input, const unsigned* coefficients, unsigned* output,
                                              int n, int way)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int depth = way + 8;
    if constexpr (Needed == 2) output[i] = with_both(0, depth, input[i], coefficients);
    if constexpr (Needed == 1) output[i] = with_x(0, depth, input[i]);
    if constexpr (Needed == 0) output[i] = with_none(0, depth);
    if constexpr (Needed == -1) output[i] = at_the_end(0, depth, input[i]);
}
