// Lane l of the first warp takes every 32nd number; the 32 words go through a tree.
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned word[32];
    if (threadIdx.x < 32) {
        unsigned mine = 0;
        for (int t = threadIdx.x; t < Block; t += 32) {
            const int i = blockIdx.x * Block + t;
            if (i < n && in[i] > mine) mine = in[i];
        }
        word[threadIdx.x] = mine;
    }
    __syncthreads();
    for (int half = 16; half > 0; half /= 2) {
        if (threadIdx.x < half && word[threadIdx.x + half] > word[threadIdx.x])
            word[threadIdx.x] = word[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = word[0];
}
