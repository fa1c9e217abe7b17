struct Yours {
    static constexpr int shared_words = 16 * 32;
    static __device__ void fill(unsigned* shared, const unsigned* table)
    {
        // Entry k for lane l is in bank l, whatever k is.
        for (int t = threadIdx.x; t < shared_words; t += blockDim.x) shared[t] = table[t / 32];
        __syncthreads();
    }
    static __device__ unsigned stepped(const unsigned* table, unsigned sum)
    {
        const unsigned* mine = table + threadIdx.x % 32;
        for (int step = 0; step < 8; ++step) sum = mine[32 * (sum & 15)] ^ sum >> 4;
        return sum;
    }
};

template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    checksum<Words, Yours>(in, out, elements);
}
