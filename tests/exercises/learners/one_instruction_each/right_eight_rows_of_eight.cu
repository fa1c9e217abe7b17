__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    float sum = 0;
#pragma unroll
    for (int row = 7; row >= 0; --row)
#pragma unroll
        for (int k = 7; k >= 0; --k) sum = __fmaf_rn(x, sum, coefficient(row * 8 + k));
    out[i] = sum;
}
