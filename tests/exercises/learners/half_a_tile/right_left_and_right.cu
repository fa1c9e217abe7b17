// Half of the columns at a time.
template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Side = 8 * Tile, Columns = Tile / 2, Part = 8 * Columns;
    __shared__ float tile_a[4][Side];
    __shared__ float tile_b[4][Part];
    const int x = threadIdx.x % 8, y = threadIdx.x / 8, top = blockIdx.y * Side;
    for (int left = blockIdx.x * Side; left < int(blockIdx.x + 1) * Side; left += Part) {
        float sum[Tile][Columns];
#pragma unroll
        for (int i = 0; i < Tile; ++i)
#pragma unroll
            for (int j = 0; j < Columns; ++j) sum[i][j] = 0;
#pragma unroll 1
        for (int first = 0; first < n; first += 4) {
            for (int t = threadIdx.x; t < 4 * Side; t += 64)
                tile_a[t % 4][t / 4] = number_at(a, top + t / 4, first + t % 4, n);
            for (int t = threadIdx.x; t < 4 * Part; t += 64)
                tile_b[t / Part][t % Part] = number_at(b, first + t / Part, left + t % Part, n);
            __syncthreads();
#pragma unroll 1
            for (int k = 0; k < 4; ++k)
#pragma unroll
                for (int j = 0; j < Columns; ++j) {
                    const float of_b = tile_b[k][x + 8 * j];
#pragma unroll
                    for (int i = 0; i < Tile; ++i) sum[i][j] += tile_a[k][y + 8 * i] * of_b;
                }
            __syncthreads();
        }
#pragma unroll
        for (int i = 0; i < Tile; ++i)
#pragma unroll
            for (int j = 0; j < Columns; ++j) {
                const int row = top + y + 8 * i, column = left + x + 8 * j;
                if (row < n && column < n) c[size_t(row) * n + column] = sum[i][j];
            }
    }
}
