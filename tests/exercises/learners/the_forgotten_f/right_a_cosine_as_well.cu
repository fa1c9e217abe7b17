template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    // sin((k + 1) x) = 2 cos(x) sin(k x) - sin((k - 1) x)
    const float x = input[i], twice = 2 * cosf(x);
    float before = 0, sine = sinf(x), sum = sine;
    for (int k = 2; k <= Terms; ++k) {
        const float next = twice * sine - before;
        before = sine;
        sine = next;
        sum += sine;
    }
    output[i] = sum;
}
