// A row that is kept in registers whole.
//
// Yours are the lines between the two marks below. The rest is the exercise: the kernel that it begins with, and the one
// that your result is compared with.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What is right, however it is computed.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void expected_result(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    for (int j = 0; j < Values; ++j) {
        const float left = input[i + j * elements], middle = input[i + (j + 1) * elements];
        output[i + j * elements] = left + 2 * middle + input[i + (j + 2) * elements];
    }
}

// What you begin with.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void given(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float row[Values + 2];
#pragma unroll
    for (int j = 0; j < Values + 2; ++j) row[j] = input[i + j * elements];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Values; ++j) output[i + j * elements] = row[j] + 2 * row[j + 1] + row[j + 2];
}

// ---- yours from here ----
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float row[Values + 2];
#pragma unroll
    for (int j = 0; j < Values + 2; ++j) row[j] = input[i + j * elements];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < Values; ++j) output[i + j * elements] = row[j] + 2 * row[j + 1] + row[j + 2];
}
// ---- yours to here ----
