struct Yours {
    static constexpr __device__ Leaves hot() { return Leaves::last; }
    static constexpr __device__ Leaves stream() { return Leaves::first; }
    static constexpr __device__ float share(float hot_mib, float room_mib)
    {
        const float lines = hot_mib > room_mib ? hot_mib : room_mib;
        return room_mib / lines;
    }
};

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const uint4* hot, const uint4* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    rounds_of<Yours>(hot, stream, out, threads, rounds);
}
