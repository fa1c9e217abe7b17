// In and out as values.
__device__ __noinline__ int4 sorted(int4 v)
{
    int four[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int n = 1; n < 4; ++n)
#pragma unroll
        for (int j = n; j > 0; --j)
            if (four[j] < four[j - 1]) {
                int t = four[j];
                four[j] = four[j - 1];
                four[j - 1] = t;
            }
    v.x = four[0];
    v.y = four[1];
    v.z = four[2];
    v.w = four[3];
    return v;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 four = sorted(in[i]);
    out[i] = four.x + 2 * four.y + 3 * four.z + 4 * four.w;
}
