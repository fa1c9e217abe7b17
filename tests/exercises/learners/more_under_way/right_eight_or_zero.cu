// What is beyond the last read counts 0.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned part[8] = {};
#pragma unroll 1
    for (int k = 0; k < reads; k += 8)
#pragma unroll
        for (int j = 0; j < 8; ++j) part[j] += k + j < reads ? in[size_t(k + j) * threads + i] : 0;
    out[i] = part[0] + part[1] + part[2] + part[3] + (part[4] + part[5] + part[6] + part[7]);
}
