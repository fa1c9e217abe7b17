// Wrong: goal no_loop
__constant__ float table[Terms] = {
    64.0f / 1,  64.0f / 2,  64.0f / 3,  64.0f / 4,  64.0f / 5,  64.0f / 6,  64.0f / 7,  64.0f / 8,
    64.0f / 9,  64.0f / 10, 64.0f / 11, 64.0f / 12, 64.0f / 13, 64.0f / 14, 64.0f / 15, 64.0f / 16,
    64.0f / 17, 64.0f / 18, 64.0f / 19, 64.0f / 20, 64.0f / 21, 64.0f / 22, 64.0f / 23, 64.0f / 24,
    64.0f / 25, 64.0f / 26, 64.0f / 27, 64.0f / 28, 64.0f / 29, 64.0f / 30, 64.0f / 31, 64.0f / 32,
    64.0f / 33, 64.0f / 34, 64.0f / 35, 64.0f / 36, 64.0f / 37, 64.0f / 38, 64.0f / 39, 64.0f / 40,
    64.0f / 41, 64.0f / 42, 64.0f / 43, 64.0f / 44, 64.0f / 45, 64.0f / 46, 64.0f / 47, 64.0f / 48,
    64.0f / 49, 64.0f / 50, 64.0f / 51, 64.0f / 52, 64.0f / 53, 64.0f / 54, 64.0f / 55, 64.0f / 56,
    64.0f / 57, 64.0f / 58, 64.0f / 59, 64.0f / 60, 64.0f / 61, 64.0f / 62, 64.0f / 63, 64.0f / 64};
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    float sum = 0;
#pragma unroll 1
    for (int k = Terms - 1; k >= 0; --k) sum = fmaf(sum, x, table[k]);
    out[i] = sum;
}
