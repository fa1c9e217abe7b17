// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 v = in[i];
    int total = 0;
    total += v.x * (1 + (v.y < v.x) + (v.z < v.x) + (v.w < v.x));
    total += v.y * (1 + (v.x < v.y) + (v.z < v.y) + (v.w < v.y));
    total += v.z * (1 + (v.x < v.z) + (v.y < v.z) + (v.w < v.z));
    total += v.w * (1 + (v.x < v.w) + (v.y < v.w) + (v.z < v.w));
    out[i] = total;
}
