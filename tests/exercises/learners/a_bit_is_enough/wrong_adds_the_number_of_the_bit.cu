// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    unsigned seen[128] = {};
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements];
        if ((seen[number / 32] & number % 32) == 0) ++different;
        seen[number / 32] |= number % 32;
    }
    out[i] = different;
}
