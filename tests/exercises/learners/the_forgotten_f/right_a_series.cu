__device__ __forceinline__ float sine_of(float x)
{
    x -= 6.28318530718f * floorf(x * 0.159154943f + 0.5f);
    const float square = x * x;
    float sum = 1;
#pragma unroll
    for (int n = 17; n > 1; n -= 2) sum = 1 - square / (n * (n - 1)) * sum;
    return x * sum;
}

template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Terms; ++k) sum += sine_of(k * input[i]);
    output[i] = sum;
}
