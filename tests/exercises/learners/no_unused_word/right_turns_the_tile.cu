// Word after word instead of record after record: a warp's lanes read neighbours.
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[Words][32];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t % Words][t / Words] = in[t];
    __syncthreads();
    int sum = 0;
    for (int pass = 0; pass < 32; ++pass)
        for (int w = 0; w < Words; ++w) sum += *const_cast<const volatile int*>(&tile[w][threadIdx.x % 32]);
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements) out[i] = sum;
}
