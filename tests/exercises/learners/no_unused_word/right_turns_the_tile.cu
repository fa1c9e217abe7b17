// Word after word instead of record after record: a warp's lanes read neighbours.
struct Yours {
    static constexpr int tile_words = 32 * Words;
    static __device__ int place(int record, int word) { return word * 32 + record; }
    static __device__ int word(int lane, int step) { return step; }
};

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int* met, int elements)
{
    SPILLWAY_SPILL_TARGET;
    add_up<Yours>(in, out, met, elements);
}
