__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned first = warp * (Words / (Threads / 32)) + lane;
#pragma unroll 1
    for (unsigned k = 0; k < 16; k += 8) {
        unsigned row[8];
#pragma unroll
        for (unsigned m = 0; m < 8; ++m) row[m] = far[first + 32 * (k + m)];
#pragma unroll
        for (unsigned m = 0; m < 8; ++m) home[first + 32 * (k + m)] = row[m];
    }
}
