// Question: 64 KiB of dynamic shared memory, and the launch fails with "invalid argument"; why?
// Right: above 48 KiB the program calls cudaFuncSetAttribute first.
__global__ void stage(const float* in, float* out)
{
    extern __shared__ float tile[];
    for (int i = threadIdx.x; i < 16384; i += blockDim.x) tile[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = tile[16383 - threadIdx.x];
}
void run(const float* a, float* b) { stage<<<100, 256, 65536>>>(a, b); }
