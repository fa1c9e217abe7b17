// Wrong: barrier
// Half of the threads come to a barrier that waits for all.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
    if (threadIdx.x < Threads / 2) {
#pragma unroll
        for (unsigned j = threadIdx.x; j < Words; j += Threads / 2) home[j] = far[j];
        __syncthreads();
    }
}
