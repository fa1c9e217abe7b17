template <int Tile, int From, int To>
__device__ __forceinline__ void rows(const float* a, const float* b, float* c, int n)
{
    constexpr int Side = 8 * Tile, Height = 8 * (To - From);
    __shared__ float part[4 * (Height + Side)];  // of A, then of B
    float *tile_a = part, *tile_b = part + 4 * Height;
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
    const int left = blockIdx.x * Side, top = blockIdx.y * Side + 8 * From;
    float sum[To - From][Tile] = {};
#pragma unroll 1
    for (int first = 0; first < n; first += 4) {
        for (int t = threadIdx.x; t < 4 * Height; t += 64)
            tile_a[t] = number_at(a, top + t % Height, first + t / Height, n);
        for (int t = threadIdx.x; t < 4 * Side; t += 64)
            tile_b[t] = number_at(b, first + t / Side, left + t % Side, n);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 4; ++k)
#pragma unroll
            for (int i = 0; i < To - From; ++i)
#pragma unroll
                for (int j = 0; j < Tile; ++j) sum[i][j] += tile_a[k * Height + y + 8 * i] * tile_b[k * Side + x + 8 * j];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < To - From; ++i)
#pragma unroll
        for (int j = 0; j < Tile; ++j)
            if (top + y + 8 * i < n && left + x + 8 * j < n)
                c[size_t(top + y + 8 * i) * n + left + x + 8 * j] = sum[i][j];
}

template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    rows<Tile, 0, Tile / 2>(a, b, c, n);
    rows<Tile, Tile / 2, Tile>(a, b, c, n);
}
