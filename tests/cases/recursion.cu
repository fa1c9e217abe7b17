// Question: how much stack does a recursive function need, and why does it crash?
// Right: the depth is unknown; one level has a size; cudaLimitStackSize must hold depth times that.
__device__ int visit(const int* left, const int* right, int node, int goal)
{
    if (node < 0) return 0;
    int here[8];
    for (int k = 0; k < 8; ++k) here[k] = (node * k) ^ goal;
    int a = visit(left, right, left[node], goal + here[node & 7]);
    int b = visit(left, right, right[node], goal - here[goal & 7]);
    return a + b + here[(a ^ b) & 7];
}
__global__ void walk(const int* left, const int* right, int* out) { out[threadIdx.x] = visit(left, right, threadIdx.x, 3); }
