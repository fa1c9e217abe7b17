// A word a thread: written, or copied.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void write_memory(const int4* in, int4* out)
{
    SPILLWAY_SPILL_TARGET;
    out[blockIdx.x * blockDim.x + threadIdx.x] = make_int4(1, 1, 1, 1);
}

template <int Rounds>
__global__ SPILLWAY_LAUNCH_BOUNDS void copy_memory(const int4* in, int4* out)
{
    SPILLWAY_SPILL_TARGET;
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
