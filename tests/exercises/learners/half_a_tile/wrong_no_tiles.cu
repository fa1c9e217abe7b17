// Wrong: accesses still_tiles
// Four by four at a time, straight from memory.
template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Some = 4;
    const int left = blockIdx.x * 8 * Tile + threadIdx.x % 8, top = blockIdx.y * 8 * Tile + threadIdx.x / 8;
#pragma unroll 1
    for (int part = 0; part < Tile / Some * (Tile / Some); ++part) {
        const int x = left + part % (Tile / Some) * 8 * Some, y = top + part / (Tile / Some) * 8 * Some;
        float sum[Some][Some] = {};
#pragma unroll 1
        for (int k = 0; k < n; ++k)
#pragma unroll
            for (int j = 0; j < Some; ++j) {
                const float of_b = number_at(b, k, x + 8 * j, n);
#pragma unroll
                for (int i = 0; i < Some; ++i) sum[i][j] += number_at(a, y + 8 * i, k, n) * of_b;
            }
#pragma unroll
        for (int i = 0; i < Some; ++i)
#pragma unroll
            for (int j = 0; j < Some; ++j)
                if (y + 8 * i < n && x + 8 * j < n) c[size_t(y + 8 * i) * n + x + 8 * j] = sum[i][j];
    }
}
