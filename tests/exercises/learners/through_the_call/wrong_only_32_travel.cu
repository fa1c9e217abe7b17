// Wrong: result
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    State<Count> state;
    for (int j = 0; j < Count; ++j) state.value[j] = input[i + j * elements];
    State<32> most = {};
    for (int j = 0; j < 32 && j < Count; ++j) most.value[j] = state.value[j] + input[i];
    for (int j = 0; j < 32 && j < Count; ++j) state.value[j] = most.value[j];
    float sum = 0;
    for (int j = 0; j < Count; ++j) sum += state.value[j];
    output[i] = sum;
}
