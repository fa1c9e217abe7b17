// Wrong: does not compile
struct Yours {
    static constexpr __device__ Leaves hot() { return Leaves::last; }
    static constexpr __device__ Leaves stream() { return Leaves::first; }
    static constexpr __device__ float share(float hot_mib, float room_mib)
    {
        float share;
        if (hot_mib > room_mib) share = room_mib / hot_mib;
        return share;
    }
};

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* hot, const uint4* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    rounds_of<Yours>(hot, stream, out, threads, rounds);
}
