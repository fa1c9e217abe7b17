// What the driver's copies are compared with: a kernel that reads the host's memory itself.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void read_mapped(const T* in, T* out, size_t n)
{
    SPILLWAY_SPILL_TARGET;
    const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}
