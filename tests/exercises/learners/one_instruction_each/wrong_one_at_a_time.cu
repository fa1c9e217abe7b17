// Wrong: goal half
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    float sum = 0;
#pragma unroll 1
    for (int k = Terms; k-- > 0;) sum = fmaf(sum, x, coefficient(k));
    out[i] = sum;
}
