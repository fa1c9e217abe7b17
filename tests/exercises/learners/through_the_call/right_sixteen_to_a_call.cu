// 64 bytes: they fit into registers.
__device__ __noinline__ State<16> sixteen_stepped(State<16> state, float share)
{
#pragma unroll
    for (int j = 0; j < 16; ++j) state.value[j] += share;
    return state;
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float share = input[i];
    float sum = 0;
#pragma unroll
    for (int from = 0; from < Count; from += 16) {
        State<16> part;
#pragma unroll
        for (int j = 0; j < 16; ++j) part.value[j] = from + j < Count ? input[i + (from + j) * elements] : -share;
        part = sixteen_stepped(part, share);
#pragma unroll
        for (int j = 0; j < 16; ++j) sum += part.value[j];
    }
    output[i] = sum;
}
