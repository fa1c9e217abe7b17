// Wrong: does not compile
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    int sum[tiles];
    for (int t = 0; t < tiles; ++t) sum[t] = 0;
    for (int step = 0; step < Steps; ++step) {
        const int row = a[step * threads + i] + step;
        for (int t = 0; t < tiles; ++t) sum[t] += row * b[t * threads + i];
    }
    for (int t = 0; t < tiles; ++t) out[t * threads + i] = sum[t];
}
