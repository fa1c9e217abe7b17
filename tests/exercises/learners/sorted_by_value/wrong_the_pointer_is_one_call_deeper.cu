// Wrong: goal no_frame
__device__ __noinline__ void put_them_in_order(int* four)
{
    for (int last = 3; last > 0; --last)
        for (int j = 0; j < last; ++j)
            if (four[j] > four[j + 1]) {
                const int larger = four[j];
                four[j] = four[j + 1];
                four[j + 1] = larger;
            }
}

__device__ __noinline__ int4 sorted(int4 value)
{
    int four[4] = {value.x, value.y, value.z, value.w};
    put_them_in_order(four);
    return {four[0], four[1], four[2], four[3]};
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 four = sorted(in[i]);
    out[i] = four.x + 2 * four.y + 3 * four.z + 4 * four.w;
}
