// Wrong: goal under_way
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
    int k = 0;
#pragma unroll 1
    for (; k + 2 <= reads; k += 2) {
        unsigned number[2];
#pragma unroll
        for (int j = 0; j < 2; ++j) number[j] = in[size_t(k + j) * threads + i];
#pragma unroll
        for (int j = 0; j < 2; ++j) sum += number[j];
    }
#pragma unroll 1
    for (; k < reads; ++k) sum += in[size_t(k) * threads + i];
    out[i] = sum;
}
