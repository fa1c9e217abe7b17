__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned by = 17;
    switch (i & 7) {
        case 0: by = 3; break;
        case 1: by = 5; break;
        case 2: by = 7; break;
        case 3: by = 9; break;
        case 4: by = 11; break;
        case 5: by = 13; break;
        case 6: by = 15; break;
    }
    unsigned value = in[i];
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        value *= by;
        value ^= 40503u;
    }
    out[i] = value;
}
