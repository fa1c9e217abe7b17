// 16 bits each, with 4,000 more than there is, so that none falls below 0.
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned long long all = 0x1004100410041004ull;
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
        const unsigned long long amount = transfer >> 4;
        all -= amount << 16 * (transfer & 3);
        all += amount << 16 * (transfer >> 2 & 3);
    }
    int most = 0;
    for (int a = 0; a < 4; ++a) most = max(most, int(all >> 16 * a & 0xffff) - 4000);
    largest[i] = most;
}
