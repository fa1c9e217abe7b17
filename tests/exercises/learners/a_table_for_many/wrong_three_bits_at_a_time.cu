// Wrong: result
struct Yours {
    static constexpr int shared_words = 16;
    static __device__ void fill(unsigned* shared, const unsigned* table)
    {
        if (threadIdx.x < 16) shared[threadIdx.x] = table[threadIdx.x];
        __syncthreads();
    }
    static __device__ unsigned stepped(const unsigned* table, unsigned sum)
    {
        for (int step = 0; step < 8; ++step) sum = table[sum & 15] ^ sum >> 3;
        return sum;
    }
};

template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    checksum<Words, Yours>(in, out, elements);
}
