// When does a plain loop stay a loop? Kernels that only the lesson's claims compile: the code in the loop, and the loops
// that are unrolled, are changed one at a time.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Less code in the loop: no test for the ends, since only elements away from them are computed.
template <int Size>
__global__ SPILLWAY_LAUNCH_BOUNDS void without_test(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float window[Size];
    const int first = Size / 2 + blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = first; i < n - Size / 2; i += gridDim.x * blockDim.x) {
        for (int j = 0; j < Size; ++j) window[j] = input[i - Size / 2 + j];
        float sum = 0;
        for (int j = 0; j < Size; ++j) sum += window[j];
        output[i] = sum / Size;
    }
}

// More code in the loop: a polynomial of each value.
template <int Size>
__global__ SPILLWAY_LAUNCH_BOUNDS void with_polynomial(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float window[Size];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        for (int j = 0; j < Size; ++j) {
            const int k = i - Size / 2 + j;
            const float x = k < 0 || k >= n ? 0 : input[k];
            window[j] = ((x + 2) * x + 3) * x + k;
        }
        float sum = 0;
        for (int j = 0; j < Size; ++j) sum += window[j];
        output[i] = sum / Size;
    }
}

// The first loop unrolled First over and the second Second over; 0 leaves a loop to the compiler.
template <int Size, int First, int Second>
__global__ SPILLWAY_LAUNCH_BOUNDS void unrolled_over(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    float window[Size];
    const auto read = [=](int i, int j) {
        const int k = i - Size / 2 + j;
        return k < 0 || k >= n ? 0 : input[k];
    };
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if constexpr (First == 0) {
            for (int j = 0; j < Size; ++j) window[j] = read(i, j);
        } else {
#pragma unroll First
            for (int j = 0; j < Size; ++j) window[j] = read(i, j);
        }
        float sum = 0;
        if constexpr (Second == 0) {
            for (int j = 0; j < Size; ++j) sum += window[j];
        } else {
#pragma unroll Second
            for (int j = 0; j < Size; ++j) sum += window[j];
        }
        output[i] = sum / Size;
    }
}
