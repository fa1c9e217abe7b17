// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int different = 1;
    for (int k = 1; k < 24; ++k)
        if (in[i + k * elements] != in[i + (k - 1) * elements]) ++different;
    out[i] = different;
}
