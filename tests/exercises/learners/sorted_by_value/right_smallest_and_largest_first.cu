__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 v = in[i];
    const int low = max(min(v.x, v.y), min(v.z, v.w)), high = min(max(v.x, v.y), max(v.z, v.w));
    const int smallest = min(min(v.x, v.y), min(v.z, v.w)), largest = max(max(v.x, v.y), max(v.z, v.w));
    out[i] = smallest + 2 * min(low, high) + 3 * max(low, high) + 4 * largest;
}
