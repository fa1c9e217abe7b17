__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    unsigned row[Words / Threads];
#pragma unroll
    for (unsigned k = 0; k < Words / Threads; ++k) row[k] = far[threadIdx.x + k * Threads];
#pragma unroll
    for (unsigned k = 0; k < Words / Threads; ++k) home[threadIdx.x + k * Threads] = row[k];
}
