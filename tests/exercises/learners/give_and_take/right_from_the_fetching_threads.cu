// Three groups share the registers that the fourth gives back: it keeps 32.
struct Registers {
    static constexpr int block = 65536;
    static constexpr int fetching = 32;
    static constexpr int computing = (block - Fetching * fetching) / Computing / 8 * 8;
};

__global__ __launch_bounds__(Threads, 1) void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
