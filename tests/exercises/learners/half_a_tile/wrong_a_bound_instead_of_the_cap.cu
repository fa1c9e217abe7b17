// Wrong: goal within_the_cap
template <int Tile>
__global__ __launch_bounds__(64) void yours(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Side = 8 * Tile;
    __shared__ float tile_a[4][Side], tile_b[4][Side];
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
    const int left = blockIdx.x * Side, top = blockIdx.y * Side;
    float sum[Tile][Tile] = {};
#pragma unroll 1
    for (int first = 0; first < n; first += 4) {
        for (int t = threadIdx.x; t < 4 * Side; t += 64) {
            tile_a[t / Side][t % Side] = number_at(a, top + t % Side, first + t / Side, n);
            tile_b[t / Side][t % Side] = number_at(b, first + t / Side, left + t % Side, n);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int i = 0; i < Tile; ++i)
#pragma unroll
                for (int j = 0; j < Tile; ++j) sum[i][j] += tile_a[k][y + 8 * i] * tile_b[k][x + 8 * j];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < Tile; ++i)
#pragma unroll
        for (int j = 0; j < Tile; ++j)
            if (top + y + 8 * i < n && left + x + 8 * j < n)
                c[size_t(top + y + 8 * i) * n + left + x + 8 * j] = sum[i][j];
}
