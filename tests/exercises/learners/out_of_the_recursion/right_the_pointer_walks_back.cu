template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, const float* coefficients, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float x = input[i];
    float value = 0;
    const float* next = coefficients + Depth;
#pragma unroll 1
    do {
        --next;
        value = __fadd_rn(__fmul_rn(x, value), *next);
    } while (next != coefficients);
    output[i] = value;
}
