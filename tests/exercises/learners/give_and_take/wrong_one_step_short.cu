// Wrong: goal no_spills
// 144 sums fit into 152 registers, but not with the numbers that are added to them.
struct Registers {
    static constexpr int fetching = 56, computing = 152;
};

__global__ __launch_bounds__(Threads, 1) void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
