__constant__ unsigned number_of_kind[16] = {3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33};

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const unsigned by = number_of_kind[threadIdx.x % 16];
    unsigned value = in[i];
#pragma unroll 8
    for (int step = 0; step < steps; ++step) value = value * by ^ 40503u;
    out[i] = value;
}
