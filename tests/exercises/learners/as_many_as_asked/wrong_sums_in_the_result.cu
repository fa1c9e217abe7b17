// Wrong: accesses
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    for (int t = 0; t < tiles; ++t) out[t * threads + i] = 0;
    for (int step = 0; step < Steps; ++step) {
        const int row = a[step * threads + i] + step;
        for (int t = 0; t < tiles; ++t) out[t * threads + i] += row * b[t * threads + i];
    }
}
