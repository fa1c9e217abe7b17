// Wrong: goal no_frame no_local
__device__ __noinline__ void add(int* sum, int row, const int* b, int threads, int tiles)
{
    for (int t = 0; t < tiles; ++t) sum[t] += row * b[t * threads];
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    int sum[MostTiles] = {};
#pragma unroll 1
    for (int step = 0; step < Steps; ++step) add(sum, a[step * threads + i] + step, b + i, threads, tiles);
#pragma unroll
    for (int t = 0; t < MostTiles; ++t)
        if (t < tiles) out[t * threads + i] = sum[t];
}
