// Each thread evaluates the polynomial coefficient[0] + coefficient[1] x + ... + x^Depth from the inside out. The
// kernels differ in how one step of that is called. Whole numbers that wrap around.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// One step, put in place of the call.
__device__ __forceinline__ unsigned step(unsigned coefficient, unsigned x, unsigned rest)
{
    return coefficient + x * rest;
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void call_stack_inlined(const unsigned* input, const unsigned* coefficients,
                                                          unsigned* output, int n, int choice)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned x = input[i];
    unsigned value = 1;
#pragma unroll 4
    for (int k = Depth - 1; k >= 0; --k) value = step(coefficients[k], x, value);
    output[i] = value;
}

// One step, really called: arguments and result travel in registers that the calling convention names.
__device__ __noinline__ unsigned step_by_call(unsigned coefficient, unsigned x, unsigned rest)
{
    return step(coefficient, x, rest);
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void call_stack_called(const unsigned* input, const unsigned* coefficients,
                                                         unsigned* output, int n, int choice)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned x = input[i];
    unsigned value = 1;
#pragma unroll 4
    for (int k = Depth - 1; k >= 0; --k) value = step_by_call(coefficients[k], x, value);
    output[i] = value;
}

// The same, for a polynomial with the signs of its terms changed: never chosen here.
__device__ __noinline__ unsigned other_step_by_call(unsigned coefficient, unsigned x, unsigned rest)
{
    return coefficient - x * rest;
}

// Which function is called is only known at launch.
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void call_stack_pointer(const unsigned* input, const unsigned* coefficients,
                                                          unsigned* output, int n, int choice)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned (*const chosen)(unsigned, unsigned, unsigned) = choice == 0 ? step_by_call : other_step_by_call;
    const unsigned x = input[i];
    unsigned value = 1;
#pragma unroll 4
    for (int k = Depth - 1; k >= 0; --k) value = chosen(coefficients[k], x, value);
    output[i] = value;
}

// Calls itself for the rest of the polynomial. Each call waits for the next one with something in hand,
// and that is kept on the thread's stack.
__device__ __noinline__ unsigned value_from(int k, int depth, unsigned x, const unsigned* coefficients)
{
    if (k == depth) return 1;
    return coefficients[k] + x * value_from(k + 1, depth, x, coefficients);
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void call_stack_recursion(const unsigned* input, const unsigned* coefficients,
                                                            unsigned* output, int n, int choice)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    output[i] = value_from(0, Depth, input[i], coefficients);
}

// Four neighbours a thread, 16 bytes a load: four independent chains of steps hide each other's wait.
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void call_stack_four_at_a_time(const unsigned* input, const unsigned* coefficients,
                                                                 unsigned* output, int n, int choice)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 4 >= n) return;
    const uint4 x = reinterpret_cast<const uint4*>(input)[i];
    uint4 value{1, 1, 1, 1};
#pragma unroll 4
    for (int k = Depth - 1; k >= 0; --k) {
        const unsigned coefficient = coefficients[k];
        value.x = step(coefficient, x.x, value.x);
        value.y = step(coefficient, x.y, value.y);
        value.z = step(coefficient, x.z, value.z);
        value.w = step(coefficient, x.w, value.w);
    }
    reinterpret_cast<uint4*>(output)[i] = value;
}
