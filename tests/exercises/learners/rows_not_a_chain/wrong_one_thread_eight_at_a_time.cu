// Wrong: accesses
// One thread has eight reads under way, and the other 255 have none.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    if (threadIdx.x > 0) return;
#pragma unroll 1
    for (unsigned j = 0; j < Words; j += 8) {
        unsigned row[8];
#pragma unroll
        for (unsigned k = 0; k < 8; ++k) row[k] = far[j + k];
#pragma unroll
        for (unsigned k = 0; k < 8; ++k) home[j + k] = row[k];
    }
}
