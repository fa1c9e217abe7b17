template <typename T>
struct Yours {
    // Which line is read in step `step`, 0 to Lines - 1. The compiler asks it too, so it is constexpr.
    static constexpr __device__ int line(int step) { return step; }
};

template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* words, unsigned* out)
{
    SPILLWAY_SPILL_TARGET;
    walk<Yours<T>>(words, out);
}
