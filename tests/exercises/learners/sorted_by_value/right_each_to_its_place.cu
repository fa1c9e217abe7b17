__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 v = in[i];
    int four[4];
    four[(v.y < v.x) + (v.z < v.x) + (v.w < v.x)] = v.x;
    four[(v.x <= v.y) + (v.z < v.y) + (v.w < v.y)] = v.y;
    four[(v.x <= v.z) + (v.y <= v.z) + (v.w < v.z)] = v.z;
    four[(v.x <= v.w) + (v.y <= v.w) + (v.z <= v.w)] = v.w;
    out[i] = four[0] + 2 * four[1] + 3 * four[2] + 4 * four[3];
}
