// Wrong: goal side_by_side
template <int Stretch>
struct Yours {
    static constexpr __device__ int element(int thread, int step, int threads)
    {
        if (Stretch % 2 != 0) return step * threads + thread;
        return step / 2 * 2 * threads + 2 * thread + step % 2;
    }
};

template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    copy<Stretch, Yours<Stretch>>(in, out, threads);
}
