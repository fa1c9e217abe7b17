template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float* next = input + i + 2 * elements;
    float* to = output + i;
    float pair = input[i] + input[i + elements], last = input[i + elements];
#pragma unroll 1
    for (int j = 0; j < Values; ++j) {
        const float right = *next;
        *to = pair + (last + right);
        pair = last + right;
        last = right;
        next += elements;
        to += elements;
    }
}
