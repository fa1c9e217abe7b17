struct Yours {
    static constexpr int shared_words = 32;
    static __device__ void fill(unsigned* shared, const unsigned* table)
    {
        // The second table: what four bits come to, four bits later.
        for (int k = threadIdx.x; k < 16; k += blockDim.x) {
            const unsigned entry = table[k];
            shared[k] = entry;
            shared[16 + k] = table[entry & 15] ^ entry >> 4;
        }
        __syncthreads();
    }
    static __device__ unsigned stepped(const unsigned* table, unsigned sum)
    {
        for (int step = 0; step < 4; ++step) sum = table[16 + (sum & 15)] ^ table[sum >> 4 & 15] ^ sum >> 8;
        return sum;
    }
};

template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    checksum<Words, Yours>(in, out, elements);
}
