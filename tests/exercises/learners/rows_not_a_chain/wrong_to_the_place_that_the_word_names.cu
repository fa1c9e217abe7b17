// Wrong: result
// A word is stored where the next one belongs.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
        const unsigned next = far[threadIdx.x + k * Threads];
        home[next] = next;
    }
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    bring_and_add(out, n, bring);
}
