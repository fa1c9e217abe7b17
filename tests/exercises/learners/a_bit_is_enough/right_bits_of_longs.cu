__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    unsigned long long seen[64] = {};
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements];
        const unsigned long long bit = 1ull << (number & 63);
        different += (seen[number >> 6] & bit) == 0;
        seen[number >> 6] |= bit;
    }
    out[i] = different;
}
