// When does an array leave the registers? Kernels that only the lesson's claims compile: the size of the array and the
// unrolling of the loops over it are changed one at a time.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Plain loops: the compiler decides how far to unroll.
template <int Size>
__global__ SPILLWAY_LAUNCH_BOUNDS void plain_loops(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float window[Size];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        for (int j = 0; j < Size; ++j) {
            const int k = i - Size / 2 + j;
            window[j] = k < 0 || k >= n ? 0 : input[k];
        }
        float sum = 0;
        for (int j = 0; j < Size; ++j) sum += window[j];
        output[i] = sum / Size;
    }
}

// The same loops, unrolled Times over.
template <int Size, int Times>
__global__ SPILLWAY_LAUNCH_BOUNDS void unrolled_loops(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float window[Size];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
#pragma unroll Times
        for (int j = 0; j < Size; ++j) {
            const int k = i - Size / 2 + j;
            window[j] = k < 0 || k >= n ? 0 : input[k];
        }
        float sum = 0;
#pragma unroll Times
        for (int j = 0; j < Size; ++j) sum += window[j];
        output[i] = sum / Size;
    }
}
