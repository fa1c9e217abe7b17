__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    unsigned short seen[24];
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements];
        bool is_new = true;
        for (int j = 0; j < different; ++j) is_new = is_new && seen[j] != number;
        if (is_new) seen[different++] = number;
    }
    out[i] = different;
}
