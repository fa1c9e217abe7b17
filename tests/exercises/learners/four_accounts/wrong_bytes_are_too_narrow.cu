// Wrong: result
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned all = 0x64646464;
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
        all -= (transfer >> 4) << 8 * (transfer & 3);
        all += (transfer >> 4) << 8 * (transfer >> 2 & 3);
    }
    int most = 0;
    for (int a = 0; a < 4; ++a) most = max(most, int(all >> 8 * a & 255));
    largest[i] = most;
}
