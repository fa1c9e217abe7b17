template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[32 * Words];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t] = in[t];
    __syncthreads();
    const int lane = threadIdx.x % 32;
    const volatile int* record = tile + lane * Words;
    int sum = 0;
#pragma unroll 1
    for (int pass = 0; pass < 32; ++pass)
        for (int w = 0; w < Words; ++w) sum += record[(w + lane) % Words];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements) out[i] = sum;
}
