// A polynomial, evaluated by a function that calls itself.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

__device__ __noinline__ float value_from(int k, int depth, float x, const float* coefficients)
{
    if (k == depth) return 0;
    return __fadd_rn(coefficients[k], __fmul_rn(x, value_from(k + 1, depth, x, coefficients)));
}

// What you begin with, and what your result is compared with.
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    output[i] = value_from(0, Depth, input[i], coefficients);
}

// ---- yours from here ----
__device__ __noinline__ float your_value_from(int k, int depth, float x, const float* coefficients)
{
    if (k == depth) return 0;
    return __fadd_rn(coefficients[k], __fmul_rn(x, your_value_from(k + 1, depth, x, coefficients)));
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    output[i] = your_value_from(0, Depth, input[i], coefficients);
}
// ---- yours to here ----
