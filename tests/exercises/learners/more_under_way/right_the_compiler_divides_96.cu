__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0;
    int k = 0;
#pragma unroll 1
    for (; k + 96 <= reads; k += 96) {
        unsigned number[96];
#pragma unroll
        for (int j = 0; j < 96; ++j) number[j] = in[size_t(k + j) * threads + i];
#pragma unroll
        for (int j = 0; j < 96; ++j) sum += number[j];
    }
#pragma unroll 1
    for (; k < reads; ++k) sum += in[size_t(k) * threads + i];
    out[i] = sum;
}
