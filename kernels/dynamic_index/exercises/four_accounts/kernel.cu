// Four balances that are indexed by the data. Only the largest is wanted.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int balance[4] = {100, 100, 100, 100};
#pragma unroll
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
        balance[transfer & 3] -= transfer >> 4;
        balance[transfer >> 2 & 3] += transfer >> 4;
    }
    largest[i] = max(max(balance[0], balance[1]), max(balance[2], balance[3]));
}

// ---- yours from here ----
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int balance[4] = {100, 100, 100, 100};
#pragma unroll
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
        balance[transfer & 3] -= transfer >> 4;
        balance[transfer >> 2 & 3] += transfer >> 4;
    }
    largest[i] = max(max(balance[0], balance[1]), max(balance[2], balance[3]));
}
// ---- yours to here ----
