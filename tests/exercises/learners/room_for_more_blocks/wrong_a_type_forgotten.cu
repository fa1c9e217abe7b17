// Wrong: does not compile
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    left = input[i], middle = input[i + elements];
    for (int j = 0; j < Values; ++j) {
        right = input[i + (j + 2) * elements];
        output[i + j * elements] = left + 2 * middle + right;
        left = middle;
        middle = right;
    }
}
