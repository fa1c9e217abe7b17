// Every number of the input is multiplied by one of Count weights. The weights are an argument of the kernel: a
// structure by value, which the launch writes into constant memory. How the kernel reads it decides whether it stays
// there.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Count>
struct Weights {
    float of[Count];
};

// The weight of a number, in a function that is really called: it gets an address, and does not know of which memory.
template <int Count>
__device__ __noinline__ float weight_at(const Weights<Count>* weights, unsigned which)
{
    return weights->of[which % Count];
}

// The data says which weight: an index into the parameter, and no address.
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void parameters_run_time_index(const Weights<Count> weights, const unsigned* in,
                                                                 float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned which = in[i];
    out[i] = weights.of[which % Count] * float(which & 255);
}

// The address goes into a function. A parameter that is a variable like any other has an address of the thread's own,
// so each thread copies all weights first.
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void parameters_escapes(const Weights<Count> weights, const unsigned* in, float* out,
                                                          int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned which = in[i];
    out[i] = weight_at(&weights, which) * float(which & 255);
}

// The same call. One parameter for the whole grid: its address is that in constant memory.
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void parameters_grid_constant(const __grid_constant__ Weights<Count> weights,
                                                                const unsigned* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned which = in[i];
    out[i] = weight_at(&weights, which) * float(which & 255);
}

// An index again, into a parameter that is one for the whole grid.
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void parameters_grid_index(const __grid_constant__ Weights<Count> weights,
                                                             const unsigned* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned which = in[i];
    out[i] = weights.of[which % Count] * float(which & 255);
}

// A weight is changed before another is read (by nothing, but the compiler does not know that), so a thread cannot use
// what all share.
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void parameters_written(Weights<Count> weights, const unsigned* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned which = in[i];
    weights.of[which / Count % Count] += n < 0 ? 1 : 0;
    out[i] = weights.of[which % Count] * float(which & 255);
}
