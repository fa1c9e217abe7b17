template <int Stretch>
struct Yours {
    static constexpr __device__ int element(int thread, int step, int threads)
    {
        constexpr int most = 256;
        const int first = thread - thread % most;
        int together = threads - first;
        if (together > most) together = most;
        return first * Stretch + step * together + thread % most;
    }
};

template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    copy<Stretch, Yours<Stretch>>(in, out, threads);
}
