// Question: "64 bytes stack frame, 0 bytes spill stores": what is in it?
// Right: the array, whose address goes to a function that is not inlined.
__device__ __noinline__ float norm(const float* v, int n)
{
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += v[i] * v[i];
    return sum;
}
__global__ void measure(const float* in, float* out, int n)
{
    float coords[16];
    for (int i = 0; i < 16; ++i) coords[i] = in[i * 32 + threadIdx.x];
    out[threadIdx.x] = norm(coords, n);
}
