// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int4 v = in[i];
    int t;
    t = min(v.x, v.y), v.y = max(v.x, v.y), v.x = t;
    t = min(v.y, v.z), v.z = max(v.y, v.z), v.y = t;
    t = min(v.z, v.w), v.w = max(v.z, v.w), v.z = t;
    t = min(v.x, v.y), v.y = max(v.x, v.y), v.x = t;
    out[i] = v.x + 2 * v.y + 3 * v.z + 4 * v.w;
}
