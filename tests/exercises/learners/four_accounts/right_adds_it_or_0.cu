template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int a = 100, b = 100, c = 100, d = 100;
#pragma unroll
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t], from = transfer & 3, to = transfer >> 2 & 3, amount = transfer >> 4;
        a += (to == 0 ? amount : 0) - (from == 0 ? amount : 0);
        b += (to == 1 ? amount : 0) - (from == 1 ? amount : 0);
        c += (to == 2 ? amount : 0) - (from == 2 ? amount : 0);
        d += (to == 3 ? amount : 0) - (from == 3 ? amount : 0);
    }
    largest[i] = max(max(a, b), max(c, d));
}
