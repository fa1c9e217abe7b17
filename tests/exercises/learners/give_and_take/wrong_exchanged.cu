// Wrong: does not compile
// The warps that fetch get what the warps that compute need.
struct Registers {
    static constexpr int fetching = 160, computing = 32;
};

__global__ __launch_bounds__(Threads, 1) void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
