template <int Left>
__device__ __forceinline__ float value_of(float x, const float* coefficients)
{
    if constexpr (Left == 0)
        return 0;
    else
        return __fadd_rn(coefficients[0], __fmul_rn(x, value_of<Left - 1>(x, coefficients + 1)));
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    output[i] = value_of<Depth>(input[i], coefficients);
}
