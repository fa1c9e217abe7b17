__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    // Every fourth term goes into a sum of its own.
    const float x2 = x * x, x4 = x2 * x2;
    float a = 0, b = 0, c = 0, d = 0;
#pragma unroll
    for (int k = Terms - 4; k >= 0; k -= 4) {
        a = a * x4 + coefficient(k);
        b = b * x4 + coefficient(k + 1);
        c = c * x4 + coefficient(k + 2);
        d = d * x4 + coefficient(k + 3);
    }
    out[i] = (a + b * x) + x2 * (c + d * x);
}
