// Wrong: result
// A word for each thread, and there are sixteen times as many.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    home[threadIdx.x] = far[threadIdx.x];
}
