// Question: why does a kernel copy a by-value struct of 1 KiB to local memory?
// Right: it writes one element, and parameters are read-only; __grid_constant__ does not compile while it does so.
struct Numbers { int data[256]; };
__global__ void change(Numbers all, int* out, int n)
{
    all.data[threadIdx.x & 255] = n;
    out[threadIdx.x] = all.data[n & 255];
}
