__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned sum = 0, number[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) number[j] = j < reads ? in[size_t(j) * threads + i] : 0;
#pragma unroll 1
    for (int k = 8; k < reads + 8; k += 8) {
        unsigned next[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) next[j] = k + j < reads ? in[size_t(k + j) * threads + i] : 0;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            sum += number[j];
            number[j] = next[j];
        }
    }
    out[i] = sum;
}
