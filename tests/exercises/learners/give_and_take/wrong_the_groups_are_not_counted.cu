// Wrong: does not compile
// A register more for each register that is given back, as if there was one computing group.
struct Registers {
    static constexpr int fetching = 40, computing = 128 + (128 - 40);
};

__global__ __launch_bounds__(Threads, 1) void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
