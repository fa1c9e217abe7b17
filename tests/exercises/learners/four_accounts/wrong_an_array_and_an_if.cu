// Wrong: goal no_frame
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int balance[4] = {100, 100, 100, 100};
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
#pragma unroll
        for (int account = 0; account < 4; ++account) {
            if ((transfer & 3) == account) balance[account] -= transfer >> 4;
            if ((transfer >> 2 & 3) == account) balance[account] += transfer >> 4;
        }
    }
    int most = balance[0];
#pragma unroll
    for (int account = 1; account < 4; ++account) most = max(most, balance[account]);
    largest[i] = most;
}
