// sin(2y) = 2 sin(y) cos(y), and the cosine is a sine too.
template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Terms; ++k) {
        float both = 2;
        const float y = 0.5f * k * input[i];
#pragma unroll 1
        for (int turn = 0; turn < 2; ++turn) both *= sinf(y + turn * 1.57079633f);
        sum += both;
    }
    output[i] = sum;
}
