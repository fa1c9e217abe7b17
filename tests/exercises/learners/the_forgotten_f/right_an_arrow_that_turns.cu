template <int Terms>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* input, float* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const float x = input[i], c = cosf(x), s = sinf(x);
    float cosine = 1, sine = 0, sum = 0;
    for (int k = 1; k <= Terms; ++k) {
        const float turned = cosine * c - sine * s;
        sine = sine * c + cosine * s;
        cosine = turned;
        sum += sine;
    }
    output[i] = sum;
}
