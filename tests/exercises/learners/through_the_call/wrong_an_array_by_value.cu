// Wrong: does not compile
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float value[Count];
    for (int j = 0; j < Count; ++j) value[j] = input[i + j * elements];
    value = stepped(value, input[i]);
    float sum = 0;
    for (int j = 0; j < Count; ++j) sum += value[j];
    output[i] = sum;
}
