template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* balances, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    for (int a = 0; a < 4; ++a) balances[4 * i + a] = 100;
}
