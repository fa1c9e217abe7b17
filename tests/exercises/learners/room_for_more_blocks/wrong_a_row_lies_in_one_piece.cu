// Wrong: result
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float* row = input + i * (Values + 2);
    float left = row[0], middle = row[1];
#pragma unroll 4
    for (int j = 0; j < Values; ++j) {
        const float right = row[j + 2];
        output[i * Values + j] = left + 2 * middle + right;
        left = middle;
        middle = right;
    }
}
