// Wrong: accesses one_piece
__device__ __noinline__ unsigned your_multiplied(unsigned value, unsigned by, int steps)
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
    switch (i % 16) {
        case 0: out[i] = your_multiplied(in[i], 3u, steps); break;
        case 1: out[i] = your_multiplied(in[i], 5u, steps); break;
        case 2: out[i] = your_multiplied(in[i], 7u, steps); break;
        case 3: out[i] = your_multiplied(in[i], 9u, steps); break;
        case 4: out[i] = your_multiplied(in[i], 11u, steps); break;
        case 5: out[i] = your_multiplied(in[i], 13u, steps); break;
        case 6: out[i] = your_multiplied(in[i], 15u, steps); break;
        case 7: out[i] = your_multiplied(in[i], 17u, steps); break;
        case 8: out[i] = your_multiplied(in[i], 19u, steps); break;
        case 9: out[i] = your_multiplied(in[i], 21u, steps); break;
        case 10: out[i] = your_multiplied(in[i], 23u, steps); break;
        case 11: out[i] = your_multiplied(in[i], 25u, steps); break;
        case 12: out[i] = your_multiplied(in[i], 27u, steps); break;
        case 13: out[i] = your_multiplied(in[i], 29u, steps); break;
        case 14: out[i] = your_multiplied(in[i], 31u, steps); break;
        default: out[i] = your_multiplied(in[i], 33u, steps);
    }
}
