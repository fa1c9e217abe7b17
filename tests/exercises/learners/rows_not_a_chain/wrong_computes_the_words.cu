// Wrong: result
// The first word tells the step, and so the place that each other word names, but not its other bits.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    const unsigned first = far[0];
#pragma unroll
    for (unsigned j = threadIdx.x; j < Words; j += Threads) home[j] = first / Words * Words + next_place(first + j);
}
