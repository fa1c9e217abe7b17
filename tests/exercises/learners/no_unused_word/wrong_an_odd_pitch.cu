// Wrong: goal no_word_lost
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Pitch = Words | 1;
    __shared__ int tile[32 * Pitch];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t / Words * Pitch + t % Words] = in[t];
    __syncthreads();
    const volatile int* record = tile + threadIdx.x % 32 * Pitch;
    int sum = 0;
#pragma unroll 1
    for (int pass = 0; pass < 32; ++pass)
        for (int w = 0; w < Words; ++w) sum += record[w];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements) out[i] = sum;
}
