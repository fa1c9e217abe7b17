template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int4 balance = {100, 100, 100, 100};
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
        const int from = transfer & 3, to = transfer >> 2 & 3, amount = transfer >> 4;
        balance.x += amount & -(to == 0), balance.x -= amount & -(from == 0);
        balance.y += amount & -(to == 1), balance.y -= amount & -(from == 1);
        balance.z += amount & -(to == 2), balance.z -= amount & -(from == 2);
        balance.w += amount & -(to == 3), balance.w -= amount & -(from == 3);
    }
    largest[i] = max(max(balance.x, balance.y), max(balance.z, balance.w));
}
