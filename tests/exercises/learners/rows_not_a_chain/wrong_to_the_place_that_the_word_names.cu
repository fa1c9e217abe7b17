// Wrong: result
// A word is stored where the next one belongs.
__device__ __forceinline__ void bring(const unsigned* far, unsigned* home)
{
#pragma unroll
    for (unsigned k = 0; k < 16; ++k) {
        const unsigned found = far[threadIdx.x + k * Threads];
        home[next_place(found)] = found;
    }
}
