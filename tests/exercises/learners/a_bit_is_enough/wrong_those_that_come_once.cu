// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    int different = 0;
    for (int k = 0; k < 24; ++k) {
        bool is_alone = true;
        for (int j = 0; j < 24; ++j)
            if (j != k && in[i + j * elements] == in[i + k * elements]) is_alone = false;
        different += is_alone;
    }
    out[i] = different;
}
