template <int Count>
__device__ __forceinline__ void step(State<Count>& state, float share)
{
#pragma unroll
    for (int j = 0; j < Count; ++j) state.value[j] += share;
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    State<Count> state;
#pragma unroll
    for (int j = 0; j < Count; ++j) state.value[j] = input[i + j * elements];
    step(state, input[i]);
    float sum = 0;
#pragma unroll
    for (int j = 0; j < Count; ++j) sum += state.value[j];
    output[i] = sum;
}
