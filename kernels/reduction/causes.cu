// Who adds up a warp for an atomic addition? Kernels that only the lesson's claims compile: the type of the numbers and
// the number of words that they are added to are changed one at a time.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// A thread's one number is added to a word of the block: the same for all, or one for each lane.
template <typename Number, int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void added(const unsigned* in, unsigned* out, unsigned per_thread, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ Number all[Words];
    if (threadIdx.x < Words) all[threadIdx.x] = 0;
    __syncthreads();
    const unsigned i = blockIdx.x * blockDim.x * per_thread + threadIdx.x;
    if (i < n) atomicAdd(&all[threadIdx.x % Words], Number(in[i]));
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = unsigned(all[0]);
}
