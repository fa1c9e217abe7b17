__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    // Every product of a sum has the same factor of b.
    int rows = 0;
    for (int step = 0; step < Steps; ++step) rows += a[step * threads + i] + step;
    for (int t = 0; t < tiles; ++t) out[t * threads + i] = rows * b[t * threads + i];
}
