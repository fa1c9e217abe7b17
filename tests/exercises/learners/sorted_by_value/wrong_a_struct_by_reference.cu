// Wrong: goal no_frame
struct Four {
    int number[4];
};

__device__ __noinline__ void put_them_in_order(Four& four)
{
#pragma unroll
    for (int last = 3; last > 0; --last)
#pragma unroll
        for (int j = 0; j < last; ++j)
            if (four.number[j] > four.number[j + 1]) {
                const int larger = four.number[j];
                four.number[j] = four.number[j + 1];
                four.number[j + 1] = larger;
            }
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 value = in[i];
    Four four = {{value.x, value.y, value.z, value.w}};
    put_them_in_order(four);
    out[i] = four.number[0] + 2 * four.number[1] + 3 * four.number[2] + 4 * four.number[3];
}
