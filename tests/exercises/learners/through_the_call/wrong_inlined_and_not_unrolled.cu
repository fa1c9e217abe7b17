// Wrong: goal no_frame no_ptx
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    State<Count> state;
#pragma unroll 1
    for (int j = 0; j < Count; ++j) state.value[j] = input[i + j * elements];
    const float share = input[i];
    float sum = 0;
#pragma unroll 1
    for (int j = 0; j < Count; ++j) sum += state.value[j] + share;
    output[i] = sum;
}
