// Wrong: goal no_frame no_local
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    int sum[MostTiles] = {};
#pragma unroll 1
    for (int step = 0; step < Steps; ++step) {
        const int row = a[step * threads + i] + step;
        if (tiles == MostTiles) {
#pragma unroll
            for (int t = 0; t < MostTiles; ++t) sum[t] += row * b[t * threads + i];
        } else {
#pragma unroll 1
            for (int t = 0; t < tiles; ++t) sum[t] += row * b[t * threads + i];
        }
    }
    for (int t = 0; t < tiles; ++t) out[t * threads + i] = sum[t];
}
