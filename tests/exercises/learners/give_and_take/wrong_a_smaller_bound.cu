// Wrong: goal no_spills
// A bound of 384 threads lets ptxas take 168 registers for each thread, but the struct leaves each 128.
struct Registers {
    static constexpr int fetching = 128, computing = 128;
};

__global__ __launch_bounds__(Computing, 1) void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
