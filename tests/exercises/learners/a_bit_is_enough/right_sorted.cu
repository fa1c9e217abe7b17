__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    // Sorted, equal numbers stand side by side.
    unsigned sorted[24];
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements];
        int at = k;
        while (at > 0 && sorted[at - 1] > number) {
            sorted[at] = sorted[at - 1];
            --at;
        }
        sorted[at] = number;
    }
    int different = 1;
    for (int k = 1; k < 24; ++k) different += sorted[k] != sorted[k - 1];
    out[i] = different;
}
