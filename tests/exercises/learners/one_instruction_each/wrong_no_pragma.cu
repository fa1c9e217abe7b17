// Wrong: goal half
// The compiler leaves a loop, and its coefficients are divisions.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* in, float* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float x = in[i];
    float sum = coefficient(Terms - 1);
    for (int k = Terms - 2; k >= 0; --k) sum = coefficient(k) + sum * x;
    out[i] = sum;
}
