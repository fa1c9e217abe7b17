// The kernels of a whole program: out = a * x + y for arrays of floats. The host's part, which launches one of them, is
// in main.cu beside this file: `nvcc main.cu -o saxpy && ./saxpy` builds and runs both.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// A thread for each element: every thread works out which one is its own.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void whole_program_each(const T* x, const T* y, T* out, T a, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}

// Any number of threads: each goes on by as many elements as there are threads.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void whole_program_loop(const T* x, const T* y, T* out, T a, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = a * x[i] + y[i];
}
