// Wrong: goal no_frame
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float rest[Depth + 1];
    rest[Depth] = 0;
#pragma unroll 1
    for (int k = Depth - 1; k >= 0; --k) rest[k] = __fadd_rn(coefficients[k], __fmul_rn(input[i], rest[k + 1]));
    output[i] = rest[0];
}
