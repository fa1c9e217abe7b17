// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    unsigned seen[128] = {};
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements] / 2;
        if ((seen[number / 16] & 1u << number % 16) == 0) ++different;
        seen[number / 16] |= 1u << number % 16;
    }
    out[i] = different;
}
