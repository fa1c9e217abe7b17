// What a kernel has to read is in the host's memory or in the GPU's. Two of the variants are no kernels but
// copies by the driver; the other two run this one, on mapped host memory and on device memory.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// 16 bytes per thread. `from` may be host memory that the GPU sees: every read then crosses the bus.
template <typename Vector>
__global__ SPILLWAY_LAUNCH_BOUNDS void host_transfer_read(const Vector* from, Vector* to, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}

// What must be there at the end: word i is i.
template <typename Vector>
__global__ SPILLWAY_LAUNCH_BOUNDS void host_transfer_reference(Vector* to, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = static_cast<int>(4 * i);
    if (i < n) to[i] = {first, first + 1, first + 2, first + 3};
}
