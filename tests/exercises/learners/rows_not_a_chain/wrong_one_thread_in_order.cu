// Wrong: accesses many_under_way
// No word leads to the next any more, but one thread brings all of them.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    if (threadIdx.x > 0) return;
#pragma unroll 1
    for (unsigned j = 0; j < Words; ++j) home[j] = far[j];
}
