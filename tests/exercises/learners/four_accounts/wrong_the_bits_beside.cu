// Wrong: result
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int a = 100, b = 100, c = 100, d = 100;
#pragma unroll
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t], from = transfer & 3, to = transfer >> 2 & 3, amount = transfer >> 3 & 15;
        if (from == 0) a -= amount;
        if (from == 1) b -= amount;
        if (from == 2) c -= amount;
        if (from == 3) d -= amount;
        if (to == 0) a += amount;
        if (to == 1) b += amount;
        if (to == 2) c += amount;
        if (to == 3) d += amount;
    }
    largest[i] = max(max(a, b), max(c, d));
}
