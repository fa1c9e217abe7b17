// Turn J, and those behind it.
template <int J>
__device__ __forceinline__ int add(const int* input, int (&window)[Most], int taps)
{
    if constexpr (J == Most) {
        return 0;
    } else {
        window[J] = J < taps ? input[J] : 0;
        return window[J] + add<J + 1>(input, window, taps);
    }
}
template <int J>
__device__ __forceinline__ int distances(const int (&window)[Most], int taps, int sum)
{
    if constexpr (J == Most)
        return 0;
    else
        return (J < taps ? abs(taps * window[J] - sum) : 0) + distances<J + 1>(window, taps, sum);
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int n, int taps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    int window[Most];
    const int sum = add<0>(input + i, window, taps);
    const int distance = distances<0>(window, taps, sum);
    output[i] = distance;
}
