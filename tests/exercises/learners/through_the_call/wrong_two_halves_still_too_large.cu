// Wrong: goal no_frame no_ptx
// One float more than fits into registers.
__device__ __noinline__ State<33> at_once(State<33> state, float share)
{
    for (int j = 0; j < 33; ++j) state.value[j] += share;
    return state;
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    State<33> first = {};
    State<Count> state;
    for (int j = 0; j < Count; ++j) state.value[j] = input[i + j * elements];
    for (int j = 0; j < 33 && j < Count; ++j) first.value[j] = state.value[j];
    first = at_once(first, input[i]);
    for (int j = 0; j < Count; ++j) state.value[j] = j < 33 ? first.value[j < 33 ? j : 0] : state.value[j] + input[i];
    float sum = 0;
    for (int j = 0; j < Count; ++j) sum += state.value[j];
    output[i] = sum;
}
