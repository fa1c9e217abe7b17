// Wrong: goal side_by_side
template <int Stretch>
struct Yours {
    static constexpr __device__ int element(int thread, int step, int threads)
    {
        return (step * threads + thread + 1) % (Stretch * threads);
    }
};

template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    copy<Stretch, Yours<Stretch>>(in, out, threads);
}
