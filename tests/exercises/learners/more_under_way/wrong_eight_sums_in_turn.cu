// Wrong: goal under_way
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
#pragma unroll 1
    for (int k = 0; k < reads; ++k) {
        const unsigned number = in[size_t(k) * threads + i];
        switch (k % 8) {
            case 0: a += number; break;
            case 1: b += number; break;
            case 2: c += number; break;
            case 3: d += number; break;
            case 4: e += number; break;
            case 5: f += number; break;
            case 6: g += number; break;
            default: h += number;
        }
    }
    out[i] = a + b + c + d + e + f + g + h;
}
