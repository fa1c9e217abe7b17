template <int K>
__device__ __forceinline__ float from(float x)
{
    if constexpr (K < Terms)
        return fmaf(from<K + 1>(x), x, coefficient(K));
    else
        return 0;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    out[i] = from<0>(x);
}
