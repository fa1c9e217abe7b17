// Wrong: goal eight
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int stride, int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= stride) return;
    unsigned sum = 0;
#pragma unroll 4
    for (int j = 0; j < rounds; ++j) sum = sum * 3 + in[thread + j * stride];
    out[thread] = sum;
}
