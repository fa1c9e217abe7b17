// Question: the kernel spills under a launch bound and not without one; why?
// Right: six blocks of 256 leave 40 registers a thread; with one block it needs more and spills nothing.
#define BLOCKS 6
__global__ void __launch_bounds__(256, BLOCKS) bounded(const float* in, float* out)
{
    float a[64];
#pragma unroll
    for (int i = 0; i < 64; ++i) a[i] = in[i * 256 + threadIdx.x];
    __syncthreads();
    float sum = 0, product = 1;
#pragma unroll
    for (int i = 0; i < 64; ++i) {
        sum += a[i];
        product *= a[63 - i];
    }
    out[threadIdx.x] = sum * product;
}
// Question: __launch_bounds__(1024) allows every block that a GPU allows; how can it change anything?
// Right: it caps the registers at 65,536 / 1,024.
__global__ void __launch_bounds__(1024, 1) largest(const float* in, float* out)
{
    float a[96];
#pragma unroll
    for (int i = 0; i < 96; ++i) a[i] = in[i * 1024 + threadIdx.x];
    __syncthreads();
    float sum = 0, product = 1;
#pragma unroll
    for (int i = 0; i < 96; ++i) {
        sum += a[i];
        product *= a[95 - i];
    }
    out[threadIdx.x] = sum * product;
}
