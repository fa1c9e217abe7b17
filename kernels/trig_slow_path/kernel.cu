// Each output is sin(x) + sin(2x) + ... + sin(Terms * x). Of every 32 arguments the first huge_lanes are
// multiplied by `scale`. The kernels differ in the function that is called: where does it keep its table?

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

__device__ __forceinline__ float argument(const float* input, int i, float scale, int huge_lanes)
{
    return i % 32 < huge_lanes ? input[i] * scale : input[i];
}

// Single precision. Up to about 100,000 a short path; beyond it a slow one, which multiplies x by 2/pi
// to hundreds of bits and keeps the parts of the product in an array.
template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void trig_slow_path_sinf(const float* input, float* output, int n, float scale,
                                                           int huge_lanes)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = argument(input, i, scale, huge_lanes);
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Terms; ++k) sum += sinf(k * x);
    output[i] = sum;
}

// Double precision: `sin` of a double. (C++ has a `sin` for each type; of a float it is `sinf`.)
template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void trig_slow_path_sin(const float* input, float* output, int n, float scale,
                                                          int huge_lanes)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = argument(input, i, scale, huge_lanes);
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Terms; ++k) sum += float(sin(double(k * x)));
    output[i] = sum;
}

// The hardware's own sine: no slow path, and no promise beyond a few turns.
template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void trig_slow_path_intrinsic(const float* input, float* output, int n, float scale,
                                                                int huge_lanes)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = argument(input, i, scale, huge_lanes);
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Terms; ++k) sum += __sinf(k * x);
    output[i] = sum;
}

// x less a whole number of turns. Three operations in double precision are good for 2^60: the product of
// `turns` and 2 pi is subtracted in two parts, since one double does not hold enough of pi.
__device__ __forceinline__ float within_a_turn(float x)
{
    const double turns = rint(double(x) * 0.15915494309189535);
    const double rest = fma(-turns, 6.283185307179586, double(x));
    return float(fma(-turns, 2.4492935982947064e-16, rest));
}

// The reduction done by hand, then the hardware's sine. No table, no branch.
template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void trig_slow_path_reduced(const float* input, float* output, int n, float scale,
                                                              int huge_lanes)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = argument(input, i, scale, huge_lanes);
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Terms; ++k) sum += __sinf(within_a_turn(k * x));
    output[i] = sum;
}
