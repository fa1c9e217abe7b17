// Wrong: result
__device__ void exchange(int& a, int& b)
{
    const int larger = max(a, b);
    a = min(a, b);
    b = larger;
}

__device__ void put_them_in_order(int4 four)
{
    exchange(four.x, four.y);
    exchange(four.z, four.w);
    exchange(four.x, four.z);
    exchange(four.y, four.w);
    exchange(four.y, four.z);
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 four = in[i];
    put_them_in_order(four);
    out[i] = four.x + 2 * four.y + 3 * four.z + 4 * four.w;
}
