#pragma once

// The tests' own kernels, which follow the catalogue's convention.

#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/model/job.h"

namespace spillway::compiler {

inline const char* const kernels_text = R"(#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#endif
#ifndef SPILLWAY_SPILL_TARGET
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif
template <int N>
__global__ SPILLWAY_LAUNCH_BOUNDS void local_array(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    float w[N];
    for (int i = 0; i < N; ++i) w[i] = in[i];
    for (int i = 0; i < n; ++i) w[(i * 3) % N] += w[(i * 7) % N];
    out[threadIdx.x] = w[n % N];
}

template <int N>
__global__ SPILLWAY_LAUNCH_BOUNDS void copy(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    float w[N];
    const int j = threadIdx.x + blockIdx.x * blockDim.x;
#pragma unroll
    for (int i = 0; i < N; ++i) w[i] = in[j + i * n];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < N; ++i) out[j + i * n] = w[i];
}

template <int N>
__global__ SPILLWAY_LAUNCH_BOUNDS void shared_array(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float s[N];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[n];
}

extern __shared__ float dynamic[];
template <int N>
__global__ SPILLWAY_LAUNCH_BOUNDS void dynamic_copy(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    dynamic[threadIdx.x] = in[n];
    __syncthreads();
    out[threadIdx.x] = dynamic[N];
}

__device__ __noinline__ float pick(const float* p, int i) { return p[i & 3] * 2; }
__global__ void called(float* out, int n)
{
    float a[4] = {out[0], out[1], out[2], out[3]};
    out[n] = pick(a, n) + (float)sin((double)out[4]);
}
)";

inline model::SourceText kernels()
{
    return {catalogue::content_hash(kernels_text), "mine/kernel.cu", kernels_text};
}

inline model::CompileRequest request_for(const std::string& entry, const std::string& arch = "sm_90")
{
    model::CompileRequest request;
    request.source_hash = kernels().hash;
    request.entry = entry;
    request.arch = arch;
    return request;
}

}  // namespace spillway::compiler
