template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int stride, int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= stride) return;
    unsigned sum = 0;
    int j = 0;
    for (; j + 16 <= rounds; j += 16) {
        unsigned number[16];
#pragma unroll
        for (int k = 0; k < 16; ++k) number[k] = in[thread + (j + k) * stride];
#pragma unroll
        for (int k = 0; k < 16; ++k) sum = sum * 3 + number[k];
    }
#pragma unroll 1
    for (; j < rounds; ++j) sum = sum * 3 + in[thread + j * stride];
    out[thread] = sum;
}
