// Wrong: accesses
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    for (int j = 0; j < Values; ++j) output[i + j * elements] = input[i + j * elements];
    for (int j = 0; j < Values; ++j) output[i + j * elements] += 2 * input[i + (j + 1) * elements];
    for (int j = 0; j < Values; ++j) output[i + j * elements] += input[i + (j + 2) * elements];
}
