// Wrong: goal no_frame
struct Four {
    int value[4];
};

__device__ __noinline__ void sort(Four* four)
{
#pragma unroll
    for (int last = 3; last > 0; --last)
#pragma unroll
        for (int j = 0; j < last; ++j) {
            const int a = four->value[j], b = four->value[j + 1];
            four->value[j] = a < b ? a : b;
            four->value[j + 1] = a < b ? b : a;
        }
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    Four four = {{in[i].x, in[i].y, in[i].z, in[i].w}};
    sort(&four);
    out[i] = four.value[0] + 2 * four.value[1] + 3 * four.value[2] + 4 * four.value[3];
}
