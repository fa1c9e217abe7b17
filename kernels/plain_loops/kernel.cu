// The mean of the WindowSize values around each element, where input beyond the ends counts as 0. Both kernels keep the
// window in an array that only loop counters index. They differ in one line before each loop.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Plain loops: the compiler decides whether it unrolls them.
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void plain_loops_plain(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float window[WindowSize];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        for (int j = 0; j < WindowSize; ++j) {
            const int k = i - WindowSize / 2 + j;
            window[j] = k < 0 || k >= n ? 0 : input[k];
        }
        float sum = 0;
        for (int j = 0; j < WindowSize; ++j) sum += window[j];
        output[i] = sum / WindowSize;
    }
}

// The kernel's text says that they are unrolled, however long they are.
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void plain_loops_unrolled(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float window[WindowSize];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
#pragma unroll
        for (int j = 0; j < WindowSize; ++j) {
            const int k = i - WindowSize / 2 + j;
            window[j] = k < 0 || k >= n ? 0 : input[k];
        }
        float sum = 0;
#pragma unroll
        for (int j = 0; j < WindowSize; ++j) sum += window[j];
        output[i] = sum / WindowSize;
    }
}

// The same sum without an array.
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void plain_loops_reference(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0;
#pragma unroll 1
        for (int j = 0; j < WindowSize; ++j) {
            const int k = i - WindowSize / 2 + j;
            sum += k < 0 || k >= n ? 0 : input[k];
        }
        output[i] = sum / WindowSize;
    }
}
