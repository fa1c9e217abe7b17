__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    for (unsigned j = threadIdx.x; j < Words; j += 4 * Threads) {
        const unsigned a = far[j], b = far[j + Threads], c = far[j + 2 * Threads], d = far[j + 3 * Threads];
        home[j] = a;
        home[j + Threads] = b;
        home[j + 2 * Threads] = c;
        home[j + 3 * Threads] = d;
    }
}
