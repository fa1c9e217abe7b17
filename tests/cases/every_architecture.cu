// Question: the launch of 1,024 threads works on an old GPU and fails on a new one; why?
// Right: registers of one kernel differ from architecture to architecture; each has its own number.
__global__ void across(const float* __restrict__ in, float* __restrict__ out, int n)
{
    float sums[8] = {};
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
#pragma unroll
        for (int k = 0; k < 8; ++k) sums[k] = fmaf(in[i * 8 + k], in[(i + k) * 8], sums[k]);
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) out[k * 1024 + threadIdx.x] = sums[k];
}
void run(const float* in, float* out, int n) { across<<<100, 1024>>>(in, out, n); }
