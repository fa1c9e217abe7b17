// Wrong: goal eight
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int stride, int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= stride) return;
    unsigned sum = 0;
    int j = 0;
#pragma unroll 1
    for (; j + 2 <= rounds; j += 2) {
        unsigned number[2];
#pragma unroll
        for (int k = 0; k < 2; ++k) number[k] = in[thread + (j + k) * stride];
#pragma unroll
        for (int k = 0; k < 2; ++k) sum = sum * 3 + number[k];
    }
#pragma unroll 1
    for (; j < rounds; ++j) sum = sum * 3 + in[thread + j * stride];
    out[thread] = sum;
}
