template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float x = input[i];
    float sum = 0.0f;
#pragma unroll 1
    for (float k = 1.0f; k <= Terms; k += 1.0f) sum += sinf(k * x);
    output[i] = sum;
}
