// Wrong: goal four_lanes
template <typename T>
struct Yours {
    // The copy to which thread `thread` of the block adds, 0 to Copies - 1. The compiler evaluates it: it is constexpr.
    static constexpr __device__ int copy(int thread) { return thread / 8 % Copies; }
    // Where the sum of a bin of that copy is, 0 to Bins * Copies - 1.
    static constexpr __device__ int word(int copy, int bin) { return copy * Bins + bin; }
};

template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    count<Yours<T>>(in, out, n);
}
