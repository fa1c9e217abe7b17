// Wrong: does not compile
template <int K>
__device__ float value_at(float x, const float* coefficients)
{
    return __fadd_rn(coefficients[K], __fmul_rn(x, value_at<K + 1>(x, coefficients)));
}

template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    output[i] = value_at<0>(input[i], coefficients);
}
