// C = A * B. 64 threads have a square of C, and each of them has Tile x Tile of its elements.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: how often yours reads `a` and `b`. The reference, with 144 sums, reads them least.
// ---- counted: reads of a, at most 4 times the reference's ----
// ---- counted: reads of b, at most 4 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// A number of a matrix, and 0 beyond its edges.
__device__ __forceinline__ float number_at(const float* matrix, int row, int column, int n)
{
    return row < n && column < n ? matrix[size_t(row) * n + column] : 0.0f;
}

// What you begin with, and what your result is compared with.
template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const float* a, const float* b, float* c, int n)
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

// ---- yours from here ----
template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* a, const float* b, float* c, int n)
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
// ---- yours to here ----
