// Wrong: goal no_spills
// The fetching threads keep more than they use.
struct Registers {
    static constexpr int fetching = 80, computing = 144;
};

__global__ __launch_bounds__(Threads, 1) void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
