// Wrong: does not compile
__device__ int[4] sorted(int4 v)
{
    int four[4] = {v.x, v.y, v.z, v.w};
    return four;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const auto four = sorted(in[i]);
    out[i] = four[0] + 2 * four[1] + 3 * four[2] + 4 * four[3];
}
