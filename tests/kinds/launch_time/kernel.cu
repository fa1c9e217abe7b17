// A kernel that does nothing, and one whose threads have a large array each.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int>
__global__ SPILLWAY_LAUNCH_BOUNDS void empty(const int*, int* out)
{
    SPILLWAY_SPILL_TARGET;
    if (blockIdx.x == 0 && threadIdx.x == 0) *out = 7;
}

template <int Bytes>
__global__ SPILLWAY_LAUNCH_BOUNDS void large_frame(const int*, int* out)
{
    SPILLWAY_SPILL_TARGET;
    volatile int array[Bytes / 4];
    array[threadIdx.x % (Bytes / 4)] = 7;
    if (blockIdx.x == 0 && threadIdx.x == 0) *out = array[0];
}
