// Each thread computes a polynomial of 64 terms: a coefficient times a power of x, for every term.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Terms = 64;

// What the k-th power is multiplied by. The compiler computes it where it knows k.
__device__ __forceinline__ float coefficient(int k)
{
    return 64.0f / float(k + 1);
}

// What you begin with, and what your result is compared with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    float sum = 0, power = 1;
#pragma unroll
    for (int k = 0; k < Terms; ++k) {
        sum = __fadd_rn(sum, __fmul_rn(coefficient(k), power));
        power = __fmul_rn(power, x);
    }
    out[i] = sum;
}

// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    float sum = 0, power = 1;
#pragma unroll
    for (int k = 0; k < Terms; ++k) {
        sum = __fadd_rn(sum, __fmul_rn(coefficient(k), power));
        power = __fmul_rn(power, x);
    }
    out[i] = sum;
}
// ---- yours to here ----
