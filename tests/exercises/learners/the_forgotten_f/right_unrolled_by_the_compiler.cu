template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float sum = 0;
    for (int k = 1; k <= Terms; ++k) sum += sinf(k * input[i]);
    output[i] = sum;
}
