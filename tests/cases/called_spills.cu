// Question: why does my kernel spill? It is one line long.
// Right: the function that it calls spills, under the kernel's launch bounds.
__device__ __noinline__ float heavy(const float* in, int rounds)
{
    float kept[48];
#pragma unroll
    for (int k = 0; k < 48; ++k) kept[k] = in[k];
    for (int r = 0; r < rounds; ++r) {
#pragma unroll
        for (int k = 0; k < 48; ++k) kept[k] = kept[k] * kept[(k + 5) % 48] + in[r];
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 48; ++k) sum += kept[k];
    return sum;
}
__global__ void __launch_bounds__(512, 4) outer(const float* in, float* out, int rounds)
{
    out[threadIdx.x] = heavy(in + threadIdx.x, rounds) + heavy(in, rounds);
}
