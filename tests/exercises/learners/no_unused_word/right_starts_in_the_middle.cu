template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[32 * Words];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t] = in[t];
    __syncthreads();
    const int lane = threadIdx.x & 31;
    volatile int* record = tile + lane * Words;
    int sum = 0, w = lane % Words;
#pragma unroll 1
    for (int read = 0; read < 32 * Words; ++read) {
        sum += record[w];
        if (++w == Words) w = 0;
    }
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements) out[i] = sum;
}
