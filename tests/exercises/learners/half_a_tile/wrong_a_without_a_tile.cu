// Wrong: accesses
template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Side = 8 * Tile, Third = Tile / 3;
    __shared__ float tile_b[4][Side];
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
    const int left = blockIdx.x * Side, top = blockIdx.y * Side;
#pragma unroll 1
    for (int begin = 0; begin < Tile; begin += Third) {
        float sum[Third][Tile] = {};
#pragma unroll 1
        for (int first = 0; first < n; first += 4) {
            for (int t = threadIdx.x; t < 4 * Side; t += 64)
                tile_b[t / Side][t % Side] = number_at(b, first + t / Side, left + t % Side, n);
            __syncthreads();
#pragma unroll 1
            for (int k = 0; k < 4; ++k)
#pragma unroll
                for (int i = 0; i < Third; ++i) {
                    const float number = number_at(a, top + y + 8 * (begin + i), first + k, n);
#pragma unroll
                    for (int j = 0; j < Tile; ++j) sum[i][j] += number * tile_b[k][x + 8 * j];
                }
            __syncthreads();
        }
#pragma unroll
        for (int i = 0; i < Third; ++i)
#pragma unroll
            for (int j = 0; j < Tile; ++j)
                if (top + y + 8 * (begin + i) < n && left + x + 8 * j < n)
                    c[size_t(top + y + 8 * (begin + i)) * n + left + x + 8 * j] = sum[i][j];
    }
}
