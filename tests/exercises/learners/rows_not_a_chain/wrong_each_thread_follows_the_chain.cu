// Wrong: accesses many_under_way
// All threads bring the same words, one after the other.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    unsigned at = 0;
#pragma unroll 1
    for (unsigned hop = 0; hop < Words; ++hop) at = home[at] = far[at];
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    bring_and_add(out, n, bring);
}
