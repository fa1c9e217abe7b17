template <int Stretch>
struct Yours {
    static constexpr __device__ int element(int thread, int step, int threads)
    {
        // Eight lanes walk a stretch together, sector after sector.
        const int group = thread / 8, left = threads - 8 * group;
        return 8 * group * Stretch + step * (left < 8 ? left : 8) + thread % 8;
    }
};

template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    copy<Stretch, Yours<Stretch>>(in, out, threads);
}
