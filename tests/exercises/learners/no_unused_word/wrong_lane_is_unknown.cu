// Wrong: does not compile
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[32 * Words];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t] = in[t];
    __syncthreads();
    const volatile int* record = tile + laneIdx * Words;
    int sum = 0;
    for (int pass = 0; pass < 32; ++pass)
        for (int w = 0; w < Words; ++w) sum += record[(w + laneIdx) % Words];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements) out[i] = sum;
}
