// Question: cudaLimitStackSize of 49,152 makes gigabytes vanish; may I remove the line?
// Right: yes. The driver reserves the limit for each resident thread; a stack that ptxas knows needs no limit.
__device__ __noinline__ unsigned mix(unsigned* t, int n)
{
    unsigned sum = 0;
    for (int k = 0; k < n; ++k) sum = sum * 31 + t[k * 7 % n];
    return sum;
}
__global__ void keys(unsigned* out)
{
    unsigned t[512];
    for (int k = 0; k < 512; ++k) t[k] = k * threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = mix(t, 512);
}
int main()
{
    cudaDeviceSetLimit(cudaLimitStackSize, 49152);
    unsigned* out;
    cudaMalloc(&out, 1 << 20);
    keys<<<64, 128>>>(out);
    return cudaDeviceSynchronize();
}
