// Wrong: goal small_frame
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    short seen[4096];
    for (int number = 0; number < 4096; ++number) seen[number] = 0;
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements];
        if (seen[number] == 0) ++different;
        seen[number] = 1;
    }
    out[i] = different;
}
