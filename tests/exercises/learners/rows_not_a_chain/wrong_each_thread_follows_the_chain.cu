// Wrong: accesses many_under_way
// All threads bring the same words, one after the other.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    unsigned at = 0;
#pragma unroll 1
    for (unsigned hop = 0; hop < Words; ++hop) at = next_place(home[at] = far[at]);
}
