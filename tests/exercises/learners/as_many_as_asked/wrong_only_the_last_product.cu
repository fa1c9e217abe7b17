// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    int sum[MostTiles] = {};
    for (int step = 0; step < Steps; ++step) {
        const int row = a[step * threads + i] + step;
#pragma unroll
        for (int t = 0; t < MostTiles; ++t)
            if (t < tiles) sum[t] = row * b[t * threads + i];
    }
#pragma unroll
    for (int t = 0; t < MostTiles; ++t)
        if (t < tiles) out[t * threads + i] = sum[t];
}
