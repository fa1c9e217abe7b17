// Wrong: result
// The step is a warp, so each thread begins where another has been, and the last rows stay where they are.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) home[threadIdx.x + 32 * k] = far[threadIdx.x + 32 * k];
}
