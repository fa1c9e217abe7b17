// Question: what does "(C7800) Smem spilling should not be enabled when functions use abi" want?
// Right: no call through a pointer in a kernel that spills to shared memory.
typedef float (*Function)(float);
__device__ __noinline__ float square(float x) { return x * x; }
__device__ __noinline__ float cube(float x) { return x * x * x; }
__device__ Function table[2] = {square, cube};
__global__ void __launch_bounds__(256, 8) apply(const float* in, float* out, int n)
{
    asm volatile(".pragma \"enable_smem_spilling\";");
    float kept[40];
#pragma unroll
    for (int i = 0; i < 40; ++i) kept[i] = in[i * n + threadIdx.x];
    float sum = table[n & 1](kept[0]);
#pragma unroll
    for (int i = 0; i < 40; ++i) sum = sum * kept[i] + kept[39 - i];
    out[threadIdx.x] = sum;
}
