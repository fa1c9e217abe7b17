// Wrong: accesses
__device__ unsigned seen_by_thread[128 * 65536];

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    unsigned* seen = seen_by_thread + 128 * i;
    for (int w = 0; w < 128; ++w) seen[w] = 0;
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements];
        if ((seen[number / 32] & 1u << number % 32) == 0) ++different;
        seen[number / 32] |= 1u << number % 32;
    }
    out[i] = different;
}
