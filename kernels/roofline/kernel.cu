// Takes each number through a chain of multiply-adds, and stores it. How long the chain is decides how much is computed
// for each byte that moves: 8 bytes a number, 2 floating-point operations a multiply-add.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// A multiply-add as one instruction, in the precision of its numbers.
struct Fused {
    __device__ __forceinline__ float operator()(float x, float a, float b) const { return fmaf(x, a, b); }
    __device__ __forceinline__ double operator()(double x, double a, double b) const { return fma(x, a, b); }
};

// The same as a multiplication and an addition: as many operations, twice the instructions.
struct Apart {
    __device__ __forceinline__ float operator()(float x, float a, float b) const
    {
        return __fadd_rn(__fmul_rn(x, a), b);
    }
};

// Count numbers at a time: each step is one of every chain, so that no chain waits for itself.
template <int MultiplyAdds, typename Step, typename Number, int Count>
__device__ __forceinline__ void chains(Number (&x)[Count], Number a, Number b)
{
    constexpr int Unrolled = MultiplyAdds < 32 ? MultiplyAdds : 32;
#pragma unroll Unrolled
    for (int i = 0; i < MultiplyAdds; ++i)
#pragma unroll
        for (int j = 0; j < Count; ++j) x[j] = Step()(x[j], a, b);
}

// A thread has one number: it loads and stores 4 bytes.
template <int MultiplyAdds>
__global__ SPILLWAY_LAUNCH_BOUNDS void roofline_one(const float* in, float* out, float a, float b, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x[1] = {in[i]};
    chains<MultiplyAdds, Fused>(x, a, b);
    out[i] = x[0];
}

// A thread has four numbers that lie side by side: it loads and stores 16 bytes.
template <int MultiplyAdds, typename Step, typename Number>
__device__ __forceinline__ void four(const float* in, float* out, Number a, Number b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4) return;
    const float4 from = reinterpret_cast<const float4*>(in)[i];
    Number x[4] = {Number(from.x), Number(from.y), Number(from.z), Number(from.w)};
    chains<MultiplyAdds, Step>(x, a, b);
    reinterpret_cast<float4*>(out)[i] = {float(x[0]), float(x[1]), float(x[2]), float(x[3])};
}

template <int MultiplyAdds>
__global__ SPILLWAY_LAUNCH_BOUNDS void roofline_four(const float* in, float* out, float a, float b, int n)
{
    SPILLWAY_SPILL_TARGET;
    four<MultiplyAdds, Fused>(in, out, a, b, n);
}

template <int MultiplyAdds>
__global__ SPILLWAY_LAUNCH_BOUNDS void roofline_apart(const float* in, float* out, float a, float b, int n)
{
    SPILLWAY_SPILL_TARGET;
    four<MultiplyAdds, Apart>(in, out, a, b, n);
}

// Loads and stores are the same; in between the numbers have double precision.
template <int MultiplyAdds>
__global__ SPILLWAY_LAUNCH_BOUNDS void roofline_double(const float* in, float* out, float a, float b, int n)
{
    SPILLWAY_SPILL_TARGET;
    four<MultiplyAdds, Fused>(in, out, double(a), double(b), n);
}

// With a = 1 the chain adds b as often as it is long. Whole numbers below 2^24 are exact.
template <int MultiplyAdds>
__global__ SPILLWAY_LAUNCH_BOUNDS void roofline_reference(const float* in, float* out, float, float b, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = float(int(in[i]) + MultiplyAdds * int(b));
}
