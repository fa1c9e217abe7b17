// Wrong: does not compile
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    float sum = 0;
#pragma unroll
    for (int k = Terms - 1; k >= 0; --k) sum += fmaf(sum, coefficient(k));
    out[i] = sum;
}
