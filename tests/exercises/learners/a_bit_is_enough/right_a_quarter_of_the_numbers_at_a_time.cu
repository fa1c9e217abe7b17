__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    int different = 0;
    for (unsigned first = 0; first < 4096; first += 1024) {
        unsigned seen[32] = {};
        for (int k = 0; k < 24; ++k) {
            const unsigned number = in[i + k * elements] - first;
            if (number >= 1024) continue;
            if (!(seen[number / 32] >> number % 32 & 1)) ++different;
            seen[number / 32] |= 1u << number % 32;
        }
    }
    out[i] = different;
}
