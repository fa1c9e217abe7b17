__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    const uint4* from = reinterpret_cast<const uint4*>(far);
    uint4 row[4];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) row[k] = from[threadIdx.x + k * Threads];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) reinterpret_cast<uint4*>(home)[threadIdx.x + k * Threads] = row[k];
}
