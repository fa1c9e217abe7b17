// Wrong: result
// The block's own edge lies beside home. Its words name nearly the same places, with other bits.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    const unsigned step = next_place(far[0]);
    unsigned row[Words / Threads];
#pragma unroll
    for (unsigned k = 0; k < Words / Threads; ++k) row[k] = (home - Words)[threadIdx.x + k * Threads];
#pragma unroll
    for (unsigned k = 0; k < Words / Threads; ++k)
        home[threadIdx.x + k * Threads] = row[k] / Words * Words + next_place(threadIdx.x + k * Threads + step);
}
