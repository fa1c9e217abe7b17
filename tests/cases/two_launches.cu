// Question: what is the block of the second kernel? Each has its own.
__global__ void first(float* p) { p[threadIdx.x] = 1; }
__global__ void second(float* p) { p[threadIdx.x] = 2; }
__global__ void third(float* p) { p[threadIdx.x] = 3; }
void run(float* p, int n)
{
    first<<<n, 128>>>(p);
    second<<<n, 64>>>(p);
    third<<<n, dim3(16, 16), 2048>>>(p);
}
