// Wrong: goal few_words
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned words[Block / 4];
    const int i = blockIdx.x * Block + threadIdx.x;
    unsigned largest = i < n ? in[i] : 0;
    largest = max(largest, __shfl_down_sync(0xffffffff, largest, 2));
    largest = max(largest, __shfl_down_sync(0xffffffff, largest, 1));
    if (threadIdx.x % 4 == 0) words[threadIdx.x / 4] = largest;
    for (int half = Block / 8; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) words[threadIdx.x] = max(words[threadIdx.x], words[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) out[blockIdx.x] = words[0];
}
