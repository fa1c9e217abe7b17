__device__ __noinline__ float one_more(float coefficient, float x, float value)
{
    return __fadd_rn(coefficient, __fmul_rn(x, value));
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float x = input[i];
    float value = 0;
    for (int k = 1; k <= Depth; ++k) value = one_more(coefficients[Depth - k], x, value);
    output[i] = value;
}
