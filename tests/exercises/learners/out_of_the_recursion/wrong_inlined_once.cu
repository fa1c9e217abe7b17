// Wrong: goal no_called_frame
__device__ __forceinline__ float inlined_value_from(int k, int depth, float x, const float* coefficients)
{
    if (k == depth) return 0;
    return __fadd_rn(coefficients[k], __fmul_rn(x, inlined_value_from(k + 1, depth, x, coefficients)));
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    output[i] = inlined_value_from(0, Depth, input[i], coefficients);
}
