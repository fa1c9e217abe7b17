// Wrong: does not compile
struct Registers {
    static constexpr int fetching = 38, computing = 158;
};

__global__ __launch_bounds__(Threads, 1) void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
