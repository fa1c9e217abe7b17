// Wrong: goal under_way
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    unsigned a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, sum = 0;
#pragma unroll 1
    for (int k = 0; k < reads; ++k) {
        sum += a;
        a = b, b = c, c = d, d = e, e = f, f = g;
        g = in[size_t(k) * threads + i];
    }
    out[i] = sum + a + b + c + d + e + f + g;
}
