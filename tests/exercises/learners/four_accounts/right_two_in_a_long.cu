template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    // Two balances in each, 32 bits apart, and all of them lifted so that none is below 0.
    const unsigned long long lifted = 1 << 20 | 1ull << 52, each = 100 | 100ull << 32;
    unsigned long long low = each + lifted, high = each + lifted;
#pragma unroll
    for (int t = 0; t < Transfers; ++t) {
        const unsigned transfer = transfers[i + t];
        const unsigned long long amount = transfer >> 4;
        const unsigned long long out = amount << 32 * (transfer & 1), in = amount << 32 * (transfer >> 2 & 1);
        (transfer & 2 ? high : low) -= out;
        (transfer & 8 ? high : low) += in;
    }
    const auto larger = [](unsigned long long two) { return max(int(two), int(two >> 32)); };
    largest[i] = max(larger(low), larger(high)) - (1 << 20);
}
