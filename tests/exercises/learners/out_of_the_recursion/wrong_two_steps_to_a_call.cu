// Wrong: goal no_called_frame
__device__ __noinline__ float two_from(int k, int depth, float x, const float* coefficients)
{
    if (k >= depth) return 0;
    const float rest = two_from(k + 2, depth, x, coefficients);
    const float second = k + 1 < depth ? __fadd_rn(coefficients[k + 1], __fmul_rn(x, rest)) : 0;
    return __fadd_rn(coefficients[k], __fmul_rn(x, second));
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    output[i] = two_from(0, Depth, input[i], coefficients);
}
