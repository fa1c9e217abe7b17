template <int Tiles>
__device__ __forceinline__ void add_up(const int* a, const int* b, int* out, int threads, int i)
{
    int sum[Tiles] = {}, column[Tiles];
#pragma unroll
    for (int t = 0; t < Tiles; ++t) column[t] = b[t * threads + i];
    for (int step = 0; step < Steps; ++step) {
        const int row = a[step * threads + i] + step;
#pragma unroll
        for (int t = 0; t < Tiles; ++t) sum[t] += row * column[t];
    }
#pragma unroll
    for (int t = 0; t < Tiles; ++t) out[t * threads + i] = sum[t];
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    switch (tiles) {
        case 1: return add_up<1>(a, b, out, threads, i);
        case 2: return add_up<2>(a, b, out, threads, i);
        case 3: return add_up<3>(a, b, out, threads, i);
        case 4: return add_up<4>(a, b, out, threads, i);
        case 5: return add_up<5>(a, b, out, threads, i);
        case 6: return add_up<6>(a, b, out, threads, i);
        case 7: return add_up<7>(a, b, out, threads, i);
        case 8: return add_up<8>(a, b, out, threads, i);
    }
}
