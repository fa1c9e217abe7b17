template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned words[32];  // a word for each lane, not for each warp
    const int i = blockIdx.x * Block + threadIdx.x;
    unsigned largest = i < n ? in[i] : 0;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (warp == 0) words[lane] = largest;
    for (int turn = 1; turn < (Block + 31) / 32; ++turn) {
        __syncthreads();
        if (warp == turn) words[lane] = max(words[lane], largest);
    }
    for (int half = 16; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half && threadIdx.x + half < Block)
            words[threadIdx.x] = max(words[threadIdx.x], words[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) out[blockIdx.x] = words[0];
}
