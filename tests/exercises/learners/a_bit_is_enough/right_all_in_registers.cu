__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned number[24];
#pragma unroll
    for (int k = 0; k < 24; ++k) number[k] = in[i + k * elements];
    int repeated = 0;
#pragma unroll
    for (int k = 1; k < 24; ++k) {
        bool is_there = false;
#pragma unroll
        for (int j = 0; j < k; ++j) is_there |= number[j] == number[k];
        repeated += is_there;
    }
    out[i] = 24 - repeated;
}
