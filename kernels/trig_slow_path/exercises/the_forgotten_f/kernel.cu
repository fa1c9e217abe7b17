// A sum of sines that uses local memory.
//
// Yours are the lines between the two marks below. The rest is the exercise: the kernel that it begins with, and the one
// that your result is compared with.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What is right, however it is computed.
template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void expected_result(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    double sum = 0;
    for (int k = 1; k <= Terms; ++k) sum += sin(static_cast<double>(k) * input[i]);
    output[i] = static_cast<float>(sum);
}

// What you begin with.
template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void given(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Terms; ++k) sum += sin(1.0 * k * input[i]);
    output[i] = sum;
}

// ---- yours from here ----
template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Terms; ++k) sum += sin(1.0 * k * input[i]);
    output[i] = sum;
}
// ---- yours to here ----
