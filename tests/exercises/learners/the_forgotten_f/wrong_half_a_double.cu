// Wrong: goal no_frame no_fast_math
template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    double s = 0, c = 0;
    sincos(1.0 * input[i], &s, &c);
    const double first = s, by = c;
    float sum = 0;
#pragma unroll 1
    for (int k = 1; k <= Terms; ++k) {
        sum += static_cast<float>(s);
        const double next = s * by + c * first;
        c = c * by - s * first;
        s = next;
    }
    output[i] = sum;
}
