template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Side = 8 * Tile, Half = (Tile + 1) / 2, Part = 8 * Half;
    __shared__ float tile_a[4][Part], tile_b[4][Part];
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
#pragma unroll 1
    for (int quarter = 0; quarter < 4; ++quarter) {
        const int left = blockIdx.x * Side + quarter % 2 * Part, top = blockIdx.y * Side + quarter / 2 * Part;
        const int right = min(n, int(blockIdx.x + 1) * Side), bottom = min(n, int(blockIdx.y + 1) * Side);
        float sum[Half][Half] = {};
#pragma unroll 1
        for (int first = 0; first < n; first += 4) {
            __syncthreads();
            for (int t = threadIdx.x; t < 4 * Part; t += 64) {
                tile_a[t / Part][t % Part] = number_at(a, top + t % Part, first + t / Part, n);
                tile_b[t / Part][t % Part] = number_at(b, first + t / Part, left + t % Part, n);
            }
            __syncthreads();
#pragma unroll
            for (int k = 0; k < 4; ++k)
#pragma unroll
                for (int i = 0; i < Half; ++i)
#pragma unroll
                    for (int j = 0; j < Half; ++j) sum[i][j] += tile_a[k][y + 8 * i] * tile_b[k][x + 8 * j];
        }
#pragma unroll
        for (int i = 0; i < Half; ++i)
#pragma unroll
            for (int j = 0; j < Half; ++j)
                if (top + y + 8 * i < bottom && left + x + 8 * j < right)
                    c[size_t(top + y + 8 * i) * n + left + x + 8 * j] = sum[i][j];
    }
}
