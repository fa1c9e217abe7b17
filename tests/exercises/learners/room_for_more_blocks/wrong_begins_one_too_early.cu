// Wrong: result
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float left = 0, middle = input[i];
#pragma unroll 4
    for (int j = 0; j < Values; ++j) {
        const float right = input[i + (j + 1) * elements];
        output[i + j * elements] = left + 2 * middle + right;
        left = middle;
        middle = right;
    }
}
