// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int4 v = in[i];
    int t;
    if (v.x > v.y) {
        t = v.x;
        v.x = v.y;
        v.y = t;
    }
    if (v.y > v.z) {
        t = v.y;
        v.y = v.z;
        v.z = t;
    }
    if (v.z > v.w) {
        t = v.z;
        v.z = v.w;
        v.w = t;
    }
    out[i] = v.x + 2 * v.y + 3 * v.z + 4 * v.w;
}
