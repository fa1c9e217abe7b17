struct Four {
    unsigned a = 0, b = 0, c = 0, d = 0;
    __device__ void take(unsigned number, unsigned weight)
    {
        a = a * weight + number;
        b = b * (weight + 2) + number;
        c = c * (weight + 4) + number;
        d = d * (weight + 6) + number;
    }
    __device__ void store(unsigned* out, size_t pitch) const
    {
        out[0] = a;
        out[pitch] = b;
        out[2 * pitch] = c;
        out[3 * pitch] = d;
    }
};

template <int Passes>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    static_assert(Passes == 8);
    Four low, high;
    for (int k = 0; k < reads; ++k) {
        const unsigned number = in[size_t(k) * threads + i];
        low.take(number, 3);
        high.take(number, 11);
    }
    low.store(out + i, threads);
    high.store(out + i + size_t(4) * threads, threads);
}
