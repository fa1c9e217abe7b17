// Wrong: not the exercise
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int balance0 = 100, balance1 = 100, balance2 = 100, balance3 = 100;
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
        balance##(transfer & 3) -= transfer >> 4;
        balance##(transfer >> 2 & 3) += transfer >> 4;
    }
    largest[i] = balance0;
}
