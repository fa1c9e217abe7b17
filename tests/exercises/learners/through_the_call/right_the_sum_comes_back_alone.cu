template <int Count>
__device__ __noinline__ float sum_of(const float* values, int apart, float share)
{
    float sum = 0;
    for (int j = 0; j < Count; ++j, values += apart) sum += *values + share;
    return sum;
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float* mine = input + i;
    output[i] = sum_of<Count>(mine, elements, *mine);
}
