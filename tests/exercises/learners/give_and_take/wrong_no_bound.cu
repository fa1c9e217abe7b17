// Wrong: goal fits
// Without a bound ptxas takes what it likes for all 512 threads.
struct Registers {
    static constexpr int fetching = 32, computing = 160;
};

__global__ void yours(const float4* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    fetch_and_compute<Registers>(in, out, n);
}
