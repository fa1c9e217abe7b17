// Wrong: result
template <int Count>
__device__ __forceinline__ State<Count> at_once(State<Count> state, float share)
{
    for (int j = 0; j < Count; ++j) state.value[j] += share;
    return state;
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    State<Count> state;
    for (int j = 0; j < Count; ++j) state.value[j] = input[i + j * elements];
    at_once(state, input[i]);
    float sum = 0;
    for (int j = 0; j < Count; ++j) sum += state.value[j];
    output[i] = sum;
}
