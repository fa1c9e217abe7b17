// Wrong: goal many_under_way
// Rows, but each is stored before the next is asked for.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
#pragma unroll 1
    for (unsigned j = threadIdx.x; j < Words; j += Threads) home[j] = far[j];
}
