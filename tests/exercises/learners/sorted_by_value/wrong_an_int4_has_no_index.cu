// Wrong: does not compile
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int4 four = in[i];
#pragma unroll
    for (int last = 3; last > 0; --last)
#pragma unroll
        for (int j = 0; j < last; ++j) {
            const int larger = max(four[j], four[j + 1]);
            four[j] = min(four[j], four[j + 1]);
            four[j + 1] = larger;
        }
    out[i] = four[0] + 2 * four[1] + 3 * four[2] + 4 * four[3];
}
