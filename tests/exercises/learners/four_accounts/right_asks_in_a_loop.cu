template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int balance[4] = {100, 100, 100, 100};
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
#pragma unroll 1
        for (int account = 0; account < 4; ++account) {
            if ((transfer & 3) == account) balance[account] -= transfer >> 4;
            if ((transfer >> 2 & 3) == account) balance[account] += transfer >> 4;
        }
    }
    largest[i] = max(max(balance[0], balance[1]), max(balance[2], balance[3]));
}
