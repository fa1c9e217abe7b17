// Wrong: does not compile
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int4 balance = {100, 100, 100, 100};
#pragma unroll
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
        balance[transfer & 3] -= transfer >> 4;
        balance[transfer >> 2 & 3] += transfer >> 4;
    }
    largest[i] = max(max(balance.x, balance.y), max(balance.z, balance.w));
}
