// out = a * x + y, a thread for each element.
//
// Yours are the lines between the two marks below: the whole kernel. The rest is what you begin with. It is right, and
// your result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const T* x, const T* y, T* out, T a, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    // The last block has threads too many. Each does an element again that another one has done.
    const unsigned element = i % n;
    out[element] = a * x[element] + y[element];
}

// ---- yours from here ----
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const T* x, const T* y, T* out, T a, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    // The last block has threads too many. Each does an element again that another one has done.
    const unsigned element = i % n;
    out[element] = a * x[element] + y[element];
}
// ---- yours to here ----
