// Wrong: goal no_shared
__device__ __noinline__ void sort(int* four)
{
    for (int last = 3; last > 0; --last)
        for (int j = 0; j < last; ++j)
            if (four[j] > four[j + 1]) {
                const int t = four[j];
                four[j] = four[j + 1];
                four[j + 1] = t;
            }
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    __shared__ int all[1024][4];
    int* four = all[threadIdx.x];
    four[0] = in[i].x;
    four[1] = in[i].y;
    four[2] = in[i].z;
    four[3] = in[i].w;
    sort(four);
    out[i] = four[0] + 2 * four[1] + 3 * four[2] + 4 * four[3];
}
