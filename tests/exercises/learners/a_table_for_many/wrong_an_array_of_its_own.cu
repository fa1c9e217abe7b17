// Wrong: goal in_shared no_frame
struct Yours {
    static constexpr int shared_words = 0;
    static __device__ void fill(unsigned* shared, const unsigned* table) {}
    static __device__ unsigned stepped(const unsigned* table, unsigned sum)
    {
        unsigned near[16];
        for (int j = 0; j < 16; ++j) near[j] = table[j];
        for (int step = 0; step < 8; ++step) sum = near[sum & 15] ^ sum >> 4;
        return sum;
    }
};

template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    checksum<Words, Yours>(in, out, elements);
}
