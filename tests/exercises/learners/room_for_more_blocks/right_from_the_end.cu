template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float right = input[i + (Values + 1) * elements], middle = input[i + Values * elements];
#pragma unroll 2
    for (int j = Values - 1; j >= 0; --j) {
        const float left = input[i + j * elements];
        output[i + j * elements] = left + 2 * middle + right;
        right = middle;
        middle = left;
    }
}
