// Wrong: beside
__device__ __forceinline__ void order(int& a, int& b)
{
    const int low = min(a, b);
    b = max(a, b);
    a = low;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > elements) return;
    int4 v = in[i];
    order(v.x, v.y);
    order(v.z, v.w);
    order(v.x, v.z);
    order(v.y, v.w);
    order(v.y, v.z);
    out[i] = v.x + 2 * v.y + 3 * v.z + 4 * v.w;
}
