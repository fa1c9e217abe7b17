// Wrong: result
template <int Block>
struct Yours {
    static constexpr int words = Block + 8;
    static __device__ int number(int first, int word) { return word; }
    static __device__ int place(int thread, int j) { return thread + j; }
};

template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    add_up<Block, Yours<Block>>(from_host, out, elements);
}
