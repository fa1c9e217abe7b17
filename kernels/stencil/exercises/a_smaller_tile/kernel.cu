// A tile of shared memory that is larger than it needs to be.
//
// Yours are the lines between the two marks below. The rest is the exercise: the kernel that it begins with, and the one
// that your result is compared with.
//
// Counted with the result: how often yours reads `input`. The reference has no tile, and reads it eight times as
// often.
// ---- counted: reads of input, at most 0.25 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What is right, however it is computed.
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void expected_result(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.x * blockDim.x;
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 2 * Radius; j += 32) sum += input[first + (j + threadIdx.x) % (2 * Radius)];
    output[i] = sum;
}

// What you begin with.
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void given(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[2 * Radius];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.x * blockDim.x;
    for (int j = threadIdx.x; j < 2 * Radius; j += blockDim.x) tile[j] = input[first + j];
    __syncthreads();
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 2 * Radius; j += 32) sum += tile[(j + threadIdx.x) % (2 * Radius)];
    output[i] = sum;
}

// ---- yours from here ----
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[2 * Radius];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.x * blockDim.x;
    for (int j = threadIdx.x; j < 2 * Radius; j += blockDim.x) tile[j] = input[first + j];
    __syncthreads();
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 2 * Radius; j += 32) sum += tile[(j + threadIdx.x) % (2 * Radius)];
    output[i] = sum;
}
// ---- yours to here ----
