template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int b0 = 100, b1 = 100, b2 = 100, b3 = 100;
#pragma unroll 4
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t], amount = transfer / 16;
        switch (transfer % 4) {
            case 0: b0 -= amount; break;
            case 1: b1 -= amount; break;
            case 2: b2 -= amount; break;
            default: b3 -= amount;
        }
        switch (transfer / 4 % 4) {
            case 0: b0 += amount; break;
            case 1: b1 += amount; break;
            case 2: b2 += amount; break;
            default: b3 += amount;
        }
    }
    largest[i] = max(max(b0, b1), max(b2, b3));
}
