// Nothing is noted: each number is compared with those before it, which are read again.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        bool is_new = true;
        for (int j = 0; j < k; ++j) is_new = is_new && in[i + j * elements] != in[i + k * elements];
        if (is_new) ++different;
    }
    out[i] = different;
}
