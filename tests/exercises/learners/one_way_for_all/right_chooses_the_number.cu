__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    unsigned by = 33;
    switch (i & 15) {
        case 0: by = 3; break;
        case 1: by = 5; break;
        case 2: by = 7; break;
        case 3: by = 9; break;
        case 4: by = 11; break;
        case 5: by = 13; break;
        case 6: by = 15; break;
        case 7: by = 17; break;
        case 8: by = 19; break;
        case 9: by = 21; break;
        case 10: by = 23; break;
        case 11: by = 25; break;
        case 12: by = 27; break;
        case 13: by = 29; break;
        case 14: by = 31; break;
    }
    unsigned value = in[i];
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        value *= by;
        value ^= 40503u;
    }
    out[i] = value;
}
