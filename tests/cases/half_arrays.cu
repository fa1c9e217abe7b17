// Question: does an array of half2 take a register for each half, or go to local memory?
// Right: one register for two halves; only an index that run time knows brings it to local memory.
#include <cuda_fp16.h>
__global__ void constant(const half2* in, half2* out)
{
    half2 a[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) a[i] = in[i * 32 + threadIdx.x];
    half2 sum = a[0];
#pragma unroll
    for (int i = 1; i < 16; ++i) sum = __hfma2(a[i], a[15 - i], sum);
    out[threadIdx.x] = sum;
}
__global__ void at_run_time(const half2* in, half* out, int k)
{
    half2 a[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) a[i] = in[i * 32 + threadIdx.x];
    out[threadIdx.x] = reinterpret_cast<half*>(a)[k & 31];
}
