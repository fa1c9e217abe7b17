// Wrong: goal still_shared block_waits
template <int Words>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const volatile int* record = in + threadIdx.x % 32 * Words;
    int sum = 0;
    for (int pass = 0; pass < 32; ++pass)
        for (int w = 0; w < Words; ++w) sum += record[w];
    out[i] = sum;
}
