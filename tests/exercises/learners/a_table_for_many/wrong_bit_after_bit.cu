// Wrong: goal in_shared
struct Yours {
    static constexpr int shared_words = 0;
    static __device__ void fill(unsigned* shared, const unsigned* table) {}
    static __device__ unsigned stepped(const unsigned* table, unsigned sum)
    {
        for (int bit = 0; bit < 32; ++bit) sum = sum & 1 ? 0xedb88320 ^ sum >> 1 : sum >> 1;
        return sum;
    }
};

template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    checksum<Words, Yours>(in, out, elements);
}
