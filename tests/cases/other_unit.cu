// Question: what does "Unresolved extern function" mean?
// Right: the function is in another file; -rdc=true leaves it to the linker.
extern __device__ float elsewhere(float* v);
__global__ void call(const float* in, float* out)
{
    float v[8];
    for (int i = 0; i < 8; ++i) v[i] = in[i * 32 + threadIdx.x];
    out[threadIdx.x] = elsewhere(v);
}
