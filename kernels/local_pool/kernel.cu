// Each thread has an array of Kib KiB in local memory, and touches sixteen of its words. The kernel's work
// is next to nothing; that the memory is there for every thread the GPU can hold is the driver's work.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Kib>
__global__ SPILLWAY_LAUNCH_BOUNDS void local_pool_array(int* out, int n, int step)
{
    SPILLWAY_SPILL_TARGET;
    constexpr unsigned Words = Kib * 256;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int slots[Words];  // indexed at run time: local memory
    for (unsigned j = 0; j < 16; ++j) slots[(i + j * step) % Words] = i + j;
    int sum = 0;
    for (unsigned j = 0; j < 16; ++j) sum += slots[(i + j * step) % Words];
    out[i] = sum;
}

// The same sums, with nothing to remember.
template <int Kib>
__global__ SPILLWAY_LAUNCH_BOUNDS void local_pool_no_array(int* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = 0;
    for (int j = 0; j < 16; ++j) sum += i + j;
    out[i] = sum;
}
