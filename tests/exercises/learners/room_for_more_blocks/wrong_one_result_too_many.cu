// Wrong: beside
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float left = input[i], middle = input[i + elements];
    for (int j = 0; j <= Values; ++j) {
        const float right = j < Values ? input[i + (j + 2) * elements] : 0;
        output[i + j * elements] = left + 2 * middle + right;
        left = middle;
        middle = right;
    }
}
