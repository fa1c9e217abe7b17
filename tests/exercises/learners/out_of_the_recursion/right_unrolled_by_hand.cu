template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float x = input[i];
    float rest = 0;
    int k = Depth - 1;
    for (; k >= 3; k -= 4) {
        rest = __fadd_rn(coefficients[k], __fmul_rn(rest, x));
        rest = __fadd_rn(coefficients[k - 1], __fmul_rn(rest, x));
        rest = __fadd_rn(coefficients[k - 2], __fmul_rn(rest, x));
        rest = __fadd_rn(coefficients[k - 3], __fmul_rn(rest, x));
    }
    for (; k >= 0; --k) rest = __fadd_rn(coefficients[k], __fmul_rn(rest, x));
    output[i] = rest;
}
