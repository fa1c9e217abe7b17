template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    State<Count> state;
    for (int j = 0; j < Count; ++j) state.value[j] = input[i + j * elements];
    const auto step = [share = input[i]](State<Count>& all) {
#pragma unroll
        for (int j = 0; j < Count; ++j) all.value[j] += share;
    };
    step(state);
    float sum = 0;
    for (int j = 0; j < Count; ++j) sum += state.value[j];
    output[i] = sum;
}
