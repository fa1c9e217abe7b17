// Every number is multiplied by one of 32 weights, which are an argument of the kernel.
//
// Yours are the lines between the two marks below. The rest is what you begin with. It is right, and your result is
// compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Count>
struct Weights {
    float of[Count];
};

// What you begin with, and what your result is compared with.
template <int Count>
__device__ __noinline__ float weight_at(const Weights<Count>* weights, unsigned which)
{
    return weights->of[which % Count];
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const Weights<Count> weights, const unsigned* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = weight_at(&weights, in[i]) * float(in[i] & 255);
}

// ---- yours from here ----
template <int Count>
__device__ __noinline__ float your_weight_at(const Weights<Count>* weights, unsigned which)
{
    return weights->of[which % Count];
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const Weights<Count> weights, const unsigned* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = your_weight_at(&weights, in[i]) * float(in[i] & 255);
}
// ---- yours to here ----
