// Wrong: goal in_shared
struct Yours {
    static constexpr int shared_words = 16 * 256;
    static __device__ void fill(unsigned* shared, const unsigned* table)
    {
        for (int k = 0; k < 16; ++k) shared[256 * k + threadIdx.x] = table[k];
    }
    static __device__ unsigned stepped(const unsigned* table, unsigned sum)
    {
        for (int step = 0; step < 8; ++step) sum = table[256 * (sum & 15) + threadIdx.x] ^ sum >> 4;
        return sum;
    }
};

template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    checksum<Words, Yours>(in, out, elements);
}
