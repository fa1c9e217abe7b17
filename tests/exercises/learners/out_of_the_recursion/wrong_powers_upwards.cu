// Wrong: result
// Not the same roundings.
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float sum = 0, power = 1;
    for (int k = 0; k < Depth; ++k) {
        sum = __fadd_rn(sum, __fmul_rn(coefficients[k], power));
        power = __fmul_rn(power, input[i]);
    }
    output[i] = sum;
}
