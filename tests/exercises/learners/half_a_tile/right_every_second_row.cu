template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Side = 8 * Tile, Rows = (Tile + 1) / 2;
    __shared__ float tile_a[4][Side], tile_b[4][Side];
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
    const int left = blockIdx.x * Side, top = blockIdx.y * Side;
    for (int odd = 0; odd < 2; ++odd) {
        float sum[Rows][Tile] = {};
#pragma unroll 1
        for (int first = 0; first < n; first += 4) {
            for (int t = threadIdx.x; t < 4 * Side; t += 64) {
                const int row = t % Side;
                if (row / 8 % 2 == odd) tile_a[t / Side][row] = number_at(a, top + row, first + t / Side, n);
                tile_b[t / Side][t % Side] = number_at(b, first + t / Side, left + t % Side, n);
            }
            __syncthreads();
#pragma unroll
            for (int k = 0; k < 4; ++k)
#pragma unroll
                for (int i = 0; i < Rows; ++i) {
                    const int row = 2 * i + odd;
                    const float number = row < Tile ? tile_a[k][y + 8 * row] : 0.0f;
#pragma unroll
                    for (int j = 0; j < Tile; ++j) sum[i][j] += number * tile_b[k][x + 8 * j];
                }
            __syncthreads();
        }
#pragma unroll
        for (int i = 0; i < Rows; ++i)
#pragma unroll
            for (int j = 0; j < Tile; ++j) {
                const int row = 2 * i + odd;
                if (row < Tile && top + y + 8 * row < n && left + x + 8 * j < n)
                    c[size_t(top + y + 8 * row) * n + left + x + 8 * j] = sum[i][j];
            }
    }
}
