// Wrong: beside
template <int Count>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > elements) return;
    const float share = input[i];
    float sum = 0;
    for (int j = 0; j < Count; ++j) sum += input[i + j * elements] + share;
    output[i] = sum;
}
