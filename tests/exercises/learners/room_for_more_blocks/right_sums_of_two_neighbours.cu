template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    // left + 2 * middle + right is (left + middle) + (middle + right).
    float middle = input[i + elements], before = input[i] + middle;
#pragma unroll 4
    for (int j = 0; j < Values; ++j) {
        const float right = input[i + (j + 2) * elements], after = middle + right;
        output[i + j * elements] = before + after;
        before = after;
        middle = right;
    }
}
