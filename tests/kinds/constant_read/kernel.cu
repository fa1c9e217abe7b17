// A table in constant memory, read by all lanes at one place, against the same numbers in global memory.

__constant__ float table[1024];

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Reads>
__global__ SPILLWAY_LAUNCH_BOUNDS void from_constant(const float*, float* out)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < Reads; ++j) sum += table[(blockIdx.x + j) % 1024];
    out[i] = sum;
}

template <int Reads>
__global__ SPILLWAY_LAUNCH_BOUNDS void from_global(const float* same, float* out)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; j < Reads; ++j) sum += same[(blockIdx.x + j) % 1024];
    out[i] = sum;
}
