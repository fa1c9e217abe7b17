// Wrong: does not compile
// The numbers of the lesson, which has two computing groups.
struct Registers {
    static constexpr int fetching = 40, computing = 232;
};

__global__ __launch_bounds__(Threads, 1) void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
