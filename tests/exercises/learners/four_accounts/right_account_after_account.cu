template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int most = -1000000;
#pragma unroll 1
    for (int a = 0; a < 4; ++a) {
        int balance = 100;
        for (int t = 0; t < Transfers; ++t) {
            const int transfer = transfers[i + t];
            if ((transfer & 3) == a) balance -= transfer >> 4;
            if ((transfer >> 2 & 3) == a) balance += transfer >> 4;
        }
        most = max(most, balance);
    }
    largest[i] = most;
}
