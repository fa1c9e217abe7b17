template <int Stretch>
struct Yours {
    static constexpr __device__ int element(int thread, int step, int threads)
    {
        const int first = thread / 32 * 32, lanes = threads - first < 32 ? threads - first : 32;
        return first * Stretch + step * lanes + thread - first;
    }
};

template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    copy<Stretch, Yours<Stretch>>(in, out, threads);
}
