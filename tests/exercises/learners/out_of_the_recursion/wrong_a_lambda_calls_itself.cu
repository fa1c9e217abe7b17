// Wrong: does not compile
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const auto from = [&](int k) -> float {
        return k == Depth ? 0 : __fadd_rn(coefficients[k], __fmul_rn(input[i], from(k + 1)));
    };
    output[i] = from(0);
}
