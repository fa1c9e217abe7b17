// Wrong: goal still_shared
// Every number fits into a byte.
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ signed char tile[32 * Words];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t] = static_cast<signed char>(in[t]);
    __syncthreads();
    const volatile signed char* record = tile + threadIdx.x % 32 * Words;
    int sum = 0;
    for (int pass = 0; pass < 32; ++pass)
        for (int w = 0; w < Words; ++w) sum += record[w];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements) out[i] = sum;
}
