// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
    int k = 0;
#pragma unroll 1
    for (; k + 8 <= reads; k += 8) {
        unsigned number[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) number[j] = in[size_t(k + j) * threads + i];
#pragma unroll
        for (int j = 0; j < 8; ++j) sum += number[j];
    }
#pragma unroll 1
    for (; k < reads; ++k) sum += in[k + i];
    out[i] = sum;
}
