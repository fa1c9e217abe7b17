// Wrong: goal no_shared
template <int Count>
__device__ __noinline__ void there(State<Count>& state, float share)
{
    for (int j = 0; j < Count; ++j) state.value[j] += share;
}

template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ State<Count> states[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    State<Count>& state = states[threadIdx.x];
    for (int j = 0; j < Count; ++j) state.value[j] = input[i + j * elements];
    there(state, input[i]);
    float sum = 0;
    for (int j = 0; j < Count; ++j) sum += state.value[j];
    output[i] = sum;
}
