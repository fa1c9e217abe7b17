// Wrong: goal no_frame
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int balance[4] = {100, 100, 100, 100};
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t], amount = transfer >> 4;
        int* const from = balance + (transfer & 3);
        int* const to = balance + (transfer >> 2 & 3);
        *from -= amount;
        *to += amount;
    }
    largest[i] = max(max(balance[0], balance[1]), max(balance[2], balance[3]));
}
