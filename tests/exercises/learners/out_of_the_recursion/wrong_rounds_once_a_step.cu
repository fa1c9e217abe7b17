// Wrong: result
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float value = 0;
    for (int k = Depth - 1; k >= 0; --k) value = __fmaf_rn(value, input[i], coefficients[k]);
    output[i] = value;
}
