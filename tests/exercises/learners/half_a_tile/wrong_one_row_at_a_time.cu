// Wrong: accesses
template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Side = 8 * Tile;
    __shared__ float tile_a[4][8], tile_b[4][Side];
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
    const int left = blockIdx.x * Side;
#pragma unroll 1
    for (int i = 0; i < Tile; ++i) {
        const int top = blockIdx.y * Side + 8 * i;
        float sum[Tile] = {};
#pragma unroll 1
        for (int first = 0; first < n; first += 4) {
            if (threadIdx.x < 32) tile_a[x / 2][y * 2 + x % 2] = number_at(a, top + y * 2 + x % 2, first + x / 2, n);
            for (int t = threadIdx.x; t < 4 * Side; t += 64)
                tile_b[t / Side][t % Side] = number_at(b, first + t / Side, left + t % Side, n);
            __syncthreads();
#pragma unroll
            for (int k = 0; k < 4; ++k)
#pragma unroll
                for (int j = 0; j < Tile; ++j) sum[j] += tile_a[k][y] * tile_b[k][x + 8 * j];
            __syncthreads();
        }
#pragma unroll
        for (int j = 0; j < Tile; ++j)
            if (top + y < n && left + x + 8 * j < n) c[size_t(top + y) * n + left + x + 8 * j] = sum[j];
    }
}
