// Wrong: goal no_shared
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    __shared__ unsigned short mine[24][1024];
    int different = 0;
    for (int k = 0; k < 24; ++k) {
        const unsigned short number = static_cast<unsigned short>(in[i + k * elements]);
        int j = 0;
        while (j < k && mine[j][threadIdx.x] != number) ++j;
        if (j == k) ++different;
        mine[k][threadIdx.x] = number;
    }
    out[i] = different;
}
