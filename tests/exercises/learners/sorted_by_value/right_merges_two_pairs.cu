struct Pair {
    int low, high;
};

__device__ __noinline__ Pair in_order(int a, int b)
{
    if (b < a) return {b, a};
    return {a, b};
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 value = in[i];
    const Pair a = in_order(value.x, value.y), b = in_order(value.z, value.w);
    const Pair lowest = in_order(a.low, b.low), highest = in_order(a.high, b.high);
    const Pair middle = in_order(lowest.high, highest.low);
    out[i] = lowest.low + 2 * middle.low + 3 * middle.high + 4 * highest.high;
}
