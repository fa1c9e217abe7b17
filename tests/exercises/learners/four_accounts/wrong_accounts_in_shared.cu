// Wrong: goal no_shared
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    __shared__ int balance[4][1024];
    for (int a = 0; a < 4; ++a) balance[a][threadIdx.x] = 100;
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
        balance[transfer & 3][threadIdx.x] -= transfer >> 4;
        balance[transfer >> 2 & 3][threadIdx.x] += transfer >> 4;
    }
    largest[i] = 0;
    for (int a = 0; a < 4; ++a) largest[i] = max(largest[i], balance[a][threadIdx.x]);
}
