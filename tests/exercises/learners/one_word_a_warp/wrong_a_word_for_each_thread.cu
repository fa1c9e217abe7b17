// Wrong: goal few_words
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned largest[Block];
    const int i = blockIdx.x * Block + threadIdx.x;
    largest[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = Block / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) largest[threadIdx.x] = max(largest[threadIdx.x], largest[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = largest[0];
}
