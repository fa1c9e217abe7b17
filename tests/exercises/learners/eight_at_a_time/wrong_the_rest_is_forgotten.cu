// Wrong: result
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int stride, int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= stride) return;
    unsigned sum = 0;
    int j = 0;
    for (; j + 8 <= rounds; j += 8) {
        unsigned number[8];
#pragma unroll
        for (int k = 0; k < 8; ++k) number[k] = in[thread + (j + k) * stride];
#pragma unroll
        for (int k = 0; k < 8; ++k) sum = sum * 3 + number[k];
    }
    out[thread] = sum;
}
