template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float x = input[i];
    const float* coefficient = coefficients + Depth;
    float rest = 0.0f;
    while (coefficient != coefficients) rest = __fadd_rn(*--coefficient, __fmul_rn(x, rest));
    output[i] = rest;
}
