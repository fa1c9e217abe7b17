// Nothing is left to do when the call comes back, so the compiler makes a loop of it.
__device__ __noinline__ float value_so_far(int k, float value, float x, const float* coefficients)
{
    if (k == 0) return value;
    return value_so_far(k - 1, __fadd_rn(coefficients[k - 1], __fmul_rn(x, value)), x, coefficients);
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    output[i] = value_so_far(Depth, 0, input[i], coefficients);
}
