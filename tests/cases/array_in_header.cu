// Question: which array is it? It belongs to a device function in a header.
#include "pick.cuh"
__global__ void choose(const double* p, double* out, int k)
{
    for (int r = 0; r < k; ++r) out[threadIdx.x + r * 32] = pick(p, r * k);
}
void run(const double* p, double* out) { choose<<<1, 32>>>(p, out, 7); }
