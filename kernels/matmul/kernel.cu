// C = A * B, three square matrices that lie row after row. Five kernels, each with one idea more than the one before.
// In all of them 256 threads work on a rectangle of C.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// 1. A thread has one element of C, and reads a row of A and a column of B. Each multiplication reads two numbers.
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void matmul_naive(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int column = blockIdx.x * 32 + threadIdx.x % 32, row = blockIdx.y * 8 + threadIdx.x / 32;
    if (row >= n || column >= n) return;
    float sum = 0;
#pragma unroll Depth
    for (int k = 0; k < n; ++k) sum += a[size_t(row) * n + k] * b[size_t(k) * n + column];
    c[size_t(row) * n + column] = sum;
}

// A number of a matrix, and 0 beyond its edges.
__device__ __forceinline__ float number_at(const float* matrix, int row, int column, int n)
{
    return row < n && column < n ? matrix[size_t(row) * n + column] : 0.0f;
}

// 2. The block brings tiles of A and of B into shared memory, where 16 threads use each number.
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void matmul_shared(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ float tile_a[16][Depth], tile_b[Depth][16];
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    const int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
#pragma unroll 1
    for (int first = 0; first < n; first += Depth) {
        for (int k = x; k < Depth; k += 16) tile_a[y][k] = number_at(a, row, first + k, n);
        for (int k = y; k < Depth; k += 16) tile_b[k][x] = number_at(b, first + k, column, n);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Depth; ++k) sum += tile_a[y][k] * tile_b[k][x];
        __syncthreads();
    }
    if (row < n && column < n) c[size_t(row) * n + column] = sum;
}

// 3. A thread has Tile elements of a column. What it reads of B it uses Tile times, from a register.
template <int Tile, int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void matmul_strip(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Rows = 4 * Tile, Columns = 64;  // of C, in a block
    __shared__ float tile_a[Rows][Depth], tile_b[Depth][Columns];
    const int x = threadIdx.x % Columns, y = threadIdx.x / Columns;
    const int left = blockIdx.x * Columns, top = blockIdx.y * Rows;
    float sum[Tile] = {};
#pragma unroll 1
    for (int first = 0; first < n; first += Depth) {
        for (int i = threadIdx.x; i < Rows * Depth; i += 256)
            tile_a[i / Depth][i % Depth] = number_at(a, top + i / Depth, first + i % Depth, n);
        for (int i = threadIdx.x; i < Depth * Columns; i += 256)
            tile_b[i / Columns][i % Columns] = number_at(b, first + i / Columns, left + i % Columns, n);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Depth; ++k) {
            const float of_b = tile_b[k][x];
#pragma unroll
            for (int i = 0; i < Tile; ++i) sum[i] += tile_a[y * Tile + i][k] * of_b;
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < Tile; ++i)
        if (top + y * Tile + i < n && left + x < n) c[size_t(top + y * Tile + i) * n + left + x] = sum[i];
}

// 4. A thread has Tile x Tile elements. It reads Tile numbers of A and Tile of B, and multiplies each with each.
template <int Tile, int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void matmul_square(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Side = 16 * Tile;  // of the block's square of C
    __shared__ float tile_a[Side][Depth], tile_b[Depth][Side];
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    const int left = blockIdx.x * Side, top = blockIdx.y * Side;
    float sum[Tile][Tile] = {};
#pragma unroll 1
    for (int first = 0; first < n; first += Depth) {
        for (int i = threadIdx.x; i < Side * Depth; i += 256) {
            tile_a[i / Depth][i % Depth] = number_at(a, top + i / Depth, first + i % Depth, n);
            tile_b[i / Side][i % Side] = number_at(b, first + i / Side, left + i % Side, n);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Depth; ++k) {
            float of_a[Tile], of_b[Tile];
#pragma unroll
            for (int i = 0; i < Tile; ++i) of_a[i] = tile_a[y + 16 * i][k];
#pragma unroll
            for (int j = 0; j < Tile; ++j) of_b[j] = tile_b[k][x + 16 * j];
#pragma unroll
            for (int i = 0; i < Tile; ++i)
#pragma unroll
                for (int j = 0; j < Tile; ++j) sum[i][j] += of_a[i] * of_b[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < Tile; ++i)
#pragma unroll
        for (int j = 0; j < Tile; ++j) {
            const int row = top + y + 16 * i, column = left + x + 16 * j;
            if (row < n && column < n) c[size_t(row) * n + column] = sum[i][j];
        }
}

// Count numbers that are moved by one instruction.
template <int Count>
struct alignas(4 * Count) Numbers {
    float of[Count];
};

// Four neighbours of a row, 0 beyond the edges.
__device__ __forceinline__ Numbers<4> four_at(const float* matrix, int row, int column, int n)
{
    if (n % 4 == 0 && row < n && column < n)
        return *reinterpret_cast<const Numbers<4>*>(matrix + size_t(row) * n + column);
    Numbers<4> four;
#pragma unroll
    for (int i = 0; i < 4; ++i) four.of[i] = number_at(matrix, row, column + i, n);
    return four;
}

// 5. The same square, with A's tile on its side: what a thread reads lies side by side, up to four numbers a read.
template <int Tile, int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void matmul_wide(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Side = 16 * Tile, Pitch = Side + 4, Wide = Tile % 4 == 0 ? 4 : Tile % 2 == 0 ? 2 : 1;
    __shared__ __align__(16) float tile_a[Depth][Pitch];
    __shared__ __align__(16) float tile_b[Depth][Side];
    const int x = threadIdx.x % 16 * Wide, y = threadIdx.x / 16 * Wide;
    const int left = blockIdx.x * Side, top = blockIdx.y * Side;
    float sum[Tile][Tile] = {};
#pragma unroll 1
    for (int first = 0; first < n; first += Depth) {
        for (int i = threadIdx.x; i < Side * Depth / 4; i += 256) {
            const int row = i / (Depth / 4), column = i % (Depth / 4) * 4;
            const Numbers<4> four = four_at(a, top + row, first + column, n);
#pragma unroll
            for (int k = 0; k < 4; ++k) tile_a[column + k][row] = four.of[k];
            const int k = i / (Side / 4), across = i % (Side / 4) * 4;
            *reinterpret_cast<Numbers<4>*>(&tile_b[k][across]) = four_at(b, first + k, left + across, n);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Depth; ++k) {
            Numbers<Wide> of_a[Tile / Wide], of_b[Tile / Wide];
#pragma unroll
            for (int i = 0; i < Tile / Wide; ++i) {
                of_a[i] = *reinterpret_cast<const Numbers<Wide>*>(&tile_a[k][y + 16 * Wide * i]);
                of_b[i] = *reinterpret_cast<const Numbers<Wide>*>(&tile_b[k][x + 16 * Wide * i]);
            }
#pragma unroll
            for (int i = 0; i < Tile; ++i)
#pragma unroll
                for (int j = 0; j < Tile; ++j) sum[i][j] += of_a[i / Wide].of[i % Wide] * of_b[j / Wide].of[j % Wide];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < Tile; ++i)
#pragma unroll
        for (int j = 0; j < Tile; ++j) {
            const int row = top + y + i / Wide * 16 * Wide + i % Wide,
                      column = left + x + j / Wide * 16 * Wide + j % Wide;
            if (row < n && column < n) c[size_t(row) * n + column] = sum[i][j];
        }
}

// Four sums of every fourth product. Small whole numbers have the same sum in any order.
template <int Depth>
__global__ SPILLWAY_LAUNCH_BOUNDS void matmul_reference(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int column = blockIdx.x * 32 + threadIdx.x % 32, row = blockIdx.y * 8 + threadIdx.x / 32;
    float sum[4] = {};
#pragma unroll 1
    for (int k = 0; k < n; k += 4)
#pragma unroll
        for (int part = 0; part < 4; ++part)
            sum[part] += number_at(a, row, k + part, n) * number_at(b, k + part, column, n);
    if (row < n && column < n) c[size_t(row) * n + column] = sum[0] + sum[1] + (sum[2] + sum[3]);
}
