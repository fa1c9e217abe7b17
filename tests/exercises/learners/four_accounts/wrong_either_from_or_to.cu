// Wrong: result
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int balance[4];
#pragma unroll
    for (int a = 0; a < 4; ++a) {
        balance[a] = 100;
        for (int t = 0; t < Transfers; ++t) {
            const int transfer = transfers[i + t];
            if ((transfer & 3) == a)
                balance[a] -= transfer >> 4;
            else if ((transfer >> 2 & 3) == a)
                balance[a] += transfer >> 4;
        }
    }
    largest[i] = max(max(balance[0], balance[1]), max(balance[2], balance[3]));
}
