template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float near[Depth];
    for (int k = threadIdx.x; k < Depth; k += blockDim.x) near[k] = coefficients[k];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float value = 0;
    for (int k = Depth - 1; k >= 0; --k) value = __fadd_rn(__fmul_rn(value, input[i]), near[k]);
    output[i] = value;
}
