__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    int s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
    for (int step = 0; step < Steps; ++step) {
        const int row = a[step * threads + i] + step;
        switch (tiles) {
            case 8: s7 += row * b[7 * threads + i];
            case 7: s6 += row * b[6 * threads + i];
            case 6: s5 += row * b[5 * threads + i];
            case 5: s4 += row * b[4 * threads + i];
            case 4: s3 += row * b[3 * threads + i];
            case 3: s2 += row * b[2 * threads + i];
            case 2: s1 += row * b[threads + i];
            case 1: s0 += row * b[i];
        }
    }
    switch (tiles) {
        case 8: out[7 * threads + i] = s7;
        case 7: out[6 * threads + i] = s6;
        case 6: out[5 * threads + i] = s5;
        case 5: out[4 * threads + i] = s4;
        case 4: out[3 * threads + i] = s3;
        case 3: out[2 * threads + i] = s2;
        case 2: out[threads + i] = s1;
        case 1: out[i] = s0;
    }
}
