// Question: a pointer selects one of two arrays. Why are both in local memory?
// Right: the pointer holds an address that is known at run time only, and a register has none.
__global__ void choose(const float* in, const int* which, float* out)
{
    float low[64], high[64];
    for (int k = 0; k < 64; ++k) {
        low[k] = in[k];
        high[k] = in[64 + k];
    }
    const float* chosen = which[threadIdx.x] > 5 ? low : high;
    out[threadIdx.x] = chosen[which[threadIdx.x + 1] % 64];
}

// Two buffers that swap their roles in each step.
__global__ void swap_buffers(const float* in, float* out, int steps)
{
    float first[48], second[48];
    for (int k = 0; k < 48; ++k) first[k] = in[threadIdx.x * 48 + k];
    float *from = first, *to = second;
    for (int s = 0; s < steps; ++s) {
        for (int k = 0; k < 48; ++k) to[k] = from[k] * 0.5f + from[(k + 1) % 48];
        float* swapped = from;
        from = to;
        to = swapped;
    }
    for (int k = 0; k < 48; ++k) out[threadIdx.x * 48 + k] = from[k];
}
