// Wrong: goal no_stack_in_shared
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float waiting[Depth][256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float x = input[i];
    int top = 0;
    while (top < Depth) {
        waiting[top][threadIdx.x] = coefficients[top];
        ++top;
    }
    float value = 0;
    while (top > 0) {
        --top;
        value = __fadd_rn(waiting[top][threadIdx.x], __fmul_rn(x, value));
    }
    output[i] = value;
}
