__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    const float square = x * x;
    float even = 0, odd = 0;
#pragma unroll
    for (int k = Terms - 2; k >= 0; k -= 2) {
        even = fmaf(even, square, coefficient(k));
        odd = fmaf(odd, square, coefficient(k + 1));
    }
    const float sum = fmaf(odd, x, even);
    out[i] = sum;
}
