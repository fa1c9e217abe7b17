// Question: some ninety registers and blocks of 128: what is the occupancy, and would smaller blocks change it?
// Right: the registers limit it; the same number of warps fits in smaller blocks.
__global__ void rows(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[80];
#pragma unroll
    for (int k = 0; k < 80; ++k) v[k] = in[i + k * n];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 80; ++k) sum = sum * v[79 - k] + v[(k * 3) % 80];
    out[i] = sum;
}
void run(const float* in, float* out, int n) { rows<<<n / 128, 128>>>(in, out, n); }
