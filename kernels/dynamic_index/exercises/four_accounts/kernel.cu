// Four balances that are indexed by the data.
//
// Yours are the lines between the two marks below. The rest is the exercise: the kernel that it begins with, and the one
// that your result is compared with.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What is right, however it is computed.
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void expected_result(const int* transfers, int* balances, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    for (int a = 0; a < 4; ++a) {
        int balance = 100;
        for (int t = 0; t < Transfers; ++t) {
            const int transfer = transfers[i + t];
            if ((transfer & 3) == a) balance -= transfer >> 4;
            if ((transfer >> 2 & 3) == a) balance += transfer >> 4;
        }
        balances[4 * i + a] = balance;
    }
}

// What you begin with.
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void given(const int* transfers, int* balances, int elements)
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
    for (int a = 0; a < 4; ++a) balances[4 * i + a] = balance[a];
}

// ---- yours from here ----
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* balances, int elements)
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
    for (int a = 0; a < 4; ++a) balances[4 * i + a] = balance[a];
}
// ---- yours to here ----
