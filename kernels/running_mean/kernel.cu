// The mean of the WindowSize values around each element, where input beyond the ends counts as 0.
// The first kernels differ in one line each: where does window[] live?

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Every index is a constant once the loops are unrolled: each element becomes a register.
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void running_mean_register_array(const float* input, float* output, int n)
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

// Sums the same values in another order. The index depends on n, which only the launch knows, and
// registers cannot be indexed: the array has to have addresses.
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void running_mean_local_array(const float* input, float* output, int n)
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
        for (int j = 0; j < WindowSize; ++j) sum += window[unsigned(j + n) % WindowSize];
        output[i] = sum / WindowSize;
    }
}

// An index that looks constant and is not: `zero` is 0 at every launch, but the compiler cannot know.
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void running_mean_zero_offset(const float* input, float* output, int n, int zero)
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
        for (int j = 0; j < WindowSize; ++j) sum += window[j + zero];
        output[i] = sum / WindowSize;
    }
}

// What the register array amounts to, written out: window0, window1, ... each a variable of its own.
// Scalar<0>, Scalar<1>, ... are their names; `Scalars<32>` has the first 32 of them.
template <int J>
struct Scalar {
    float window;
};
template <int Count>
struct Scalars : Scalars<Count - 1>, Scalar<Count - 1> {
    __device__ void read(const float* input, int first, int n)
    {
        Scalars<Count - 1>::read(input, first, n);
        const int k = first + Count - 1;
        Scalar<Count - 1>::window = k < 0 || k >= n ? 0 : input[k];
    }
    __device__ float sum() const { return Scalars<Count - 1>::sum() + Scalar<Count - 1>::window; }
};
template <>
struct Scalars<0> {
    __device__ void read(const float*, int, int) {}
    __device__ float sum() const { return 0; }
};

template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void running_mean_scalars(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    Scalars<WindowSize> scalars;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        scalars.read(input, i - WindowSize / 2, n);
        output[i] = scalars.sum() / WindowSize;
    }
}

// No window at all: each value is added as it comes in.
template <int WindowSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void running_mean_no_array(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float sum = 0;
#pragma unroll
        for (int j = 0; j < WindowSize; ++j) {
            const int k = i - WindowSize / 2 + j;
            sum += k < 0 || k >= n ? 0 : input[k];
        }
        output[i] = sum / WindowSize;
    }
}

// Reads each element once: a block fetches its stretch of the input into shared memory, 16 bytes at a
// time, and each thread slides a window along 19 neighbouring outputs, adding one element and dropping
// one. 19 is odd, so the 32 threads of a warp, 19 apart, meet 32 different banks.
template <int WindowSize, int BlockSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void running_mean_sliding_sum(const float* input, float* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int PerThread = BlockSize <= 512 ? 19 : 11;  // more would not fit in 48 KiB
    constexpr int Outputs = BlockSize * PerThread;
    constexpr int Before = (WindowSize / 2 + 3) / 4 * 4;  // elements before the first output, in whole vectors
    constexpr int Inputs = Before + Outputs + (WindowSize + 3) / 4 * 4;
    __shared__ float4 vectors[Inputs / 4];
    float* tile = reinterpret_cast<float*>(vectors);

    const int first = blockIdx.x * Outputs;
    const bool is_inside = first >= Before && first - Before + Inputs <= n;
    if (is_inside) {
        const float4* from = reinterpret_cast<const float4*>(input + first - Before);
#pragma unroll
        for (int v = threadIdx.x; v < Inputs / 4; v += BlockSize) vectors[v] = from[v];
    } else {
        for (int t = threadIdx.x; t < Inputs; t += BlockSize) {
            const int k = first - Before + t;
            tile[t] = k < 0 || k >= n ? 0 : input[k];
        }
    }
    __syncthreads();

    const float* window = tile + Before - WindowSize / 2 + threadIdx.x * PerThread;
    float sums[PerThread] = {};
    for (int j = 0; j < WindowSize; ++j) sums[0] += window[j];
#pragma unroll
    for (int j = 1; j < PerThread; ++j) sums[j] = sums[j - 1] - window[j - 1] + window[j - 1 + WindowSize];
    __syncthreads();

    // Back through shared memory, so that neighbouring threads write neighbouring outputs.
#pragma unroll
    for (int j = 0; j < PerThread; ++j) tile[threadIdx.x * PerThread + j] = sums[j] / WindowSize;
    __syncthreads();
    if (is_inside) {
        float4* to = reinterpret_cast<float4*>(output + first);
#pragma unroll
        for (int v = threadIdx.x; v < Outputs / 4; v += BlockSize) to[v] = vectors[v];
    } else {
        for (int t = threadIdx.x; t < Outputs; t += BlockSize)
            if (first + t < n) output[first + t] = tile[t];
    }
}
