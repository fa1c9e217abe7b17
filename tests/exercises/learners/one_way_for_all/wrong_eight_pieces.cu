// Wrong: accesses one_piece
__device__ __forceinline__ unsigned work(unsigned value, unsigned by, int steps)
{
#pragma unroll 8
    for (int step = 0; step < steps; ++step) value = value * by ^ 40503u;
    return value;
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int kind = i % 16;
    switch (kind / 2) {
        case 0: out[i] = work(in[i], kind % 2 == 0 ? 3 : 5, steps); break;
        case 1: out[i] = work(in[i], kind % 2 == 0 ? 7 : 9, steps); break;
        case 2: out[i] = work(in[i], kind % 2 == 0 ? 11 : 13, steps); break;
        case 3: out[i] = work(in[i], kind % 2 == 0 ? 15 : 17, steps); break;
        case 4: out[i] = work(in[i], kind % 2 == 0 ? 19 : 21, steps); break;
        case 5: out[i] = work(in[i], kind % 2 == 0 ? 23 : 25, steps); break;
        case 6: out[i] = work(in[i], kind % 2 == 0 ? 27 : 29, steps); break;
        default: out[i] = work(in[i], kind % 2 == 0 ? 31 : 33, steps);
    }
}
