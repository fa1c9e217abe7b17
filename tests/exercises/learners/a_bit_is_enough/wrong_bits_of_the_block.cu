// Wrong: does not compile
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;

    __shared__ unsigned seen[256][128];
    for (int w = 0; w < 128; ++w) seen[threadIdx.x][w] = 0;
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned number = in[i + k * elements];
        unsigned& word = seen[threadIdx.x][number / 32];
        if ((word & 1u << number % 32) == 0) ++different;
        word |= 1u << number % 32;
    }
    out[i] = different;
}
