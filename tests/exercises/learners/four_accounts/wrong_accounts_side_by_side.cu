// Wrong: result
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* balances, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
#pragma unroll
    for (int a = 0; a < 4; ++a) {
        int balance = 100;
        for (int t = 0; t < Transfers; ++t) {
            const int transfer = transfers[i + t];
            balance += ((transfer >> 2 & 3) == a ? transfer >> 4 : 0) - ((transfer & 3) == a ? transfer >> 4 : 0);
        }
        balances[a * elements + i] = balance;
    }
}
