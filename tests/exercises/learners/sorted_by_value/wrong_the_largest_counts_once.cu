// Wrong: result
__device__ int4 sorted(int4 v)
{
    const int a = max(v.x, v.y), b = min(v.x, v.y), c = max(v.z, v.w), d = min(v.z, v.w);
    const int second = min(a, c), third = max(b, d);
    return {max(a, c), max(second, third), min(second, third), min(b, d)};
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 four = sorted(in[i]);
    out[i] = four.x + 2 * four.y + 3 * four.z + 4 * four.w;
}
