// Transposes a square matrix: row y of `in` becomes column y of `out`. Each block moves one tile of Tile x Tile
// elements; a thread moves Tile / Rows of them. Neighbouring threads stand side by side in a row of the tile.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Threads of a block, from top to bottom: what is left of Block where Tile of them lie side by side.
template <int Tile, int Block>
__device__ constexpr int rows_of_threads()
{
    return Block / Tile < 1 ? 1 : Block / Tile < Tile ? Block / Tile : Tile;
}

// A warp reads along a row of `in`, and writes down a column of `out`.
template <typename Element, int Tile, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void transpose_reads_in_order(const Element* in, Element* out, int side)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Rows = rows_of_threads<Tile, Block>();
    const int x = blockIdx.x * Tile + threadIdx.x;
#pragma unroll
    for (int row = 0; row < Tile; row += Rows) {
        const int y = blockIdx.y * Tile + row + threadIdx.y;
        if (x < side && y < side) out[size_t(x) * side + y] = in[size_t(y) * side + x];
    }
}

// The other way round: a warp reads down a column of `in`, and writes along a row of `out`.
template <typename Element, int Tile, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void transpose_writes_in_order(const Element* in, Element* out, int side)
{
    SPILLWAY_SPILL_TARGET;
    constexpr int Rows = rows_of_threads<Tile, Block>();
    const int x = blockIdx.x * Tile + threadIdx.x;
#pragma unroll
    for (int row = 0; row < Tile; row += Rows) {
        const int y = blockIdx.y * Tile + row + threadIdx.y;
        if (x < side && y < side) out[size_t(y) * side + x] = in[size_t(x) * side + y];
    }
}

// Through shared memory: both matrices are touched along rows, and only the tile is read down its columns.
// `place(row, column)` is where an element of the tile lies.
template <typename Element, int Tile, int Block, int Elements, typename Place>
__device__ __forceinline__ void through_shared(const Element* in, Element* out, int side, Place place)
{
    __shared__ Element tile[Elements];
    constexpr int Rows = rows_of_threads<Tile, Block>();
    const int column = threadIdx.x;
    const int left = blockIdx.x * Tile, top = blockIdx.y * Tile;
#pragma unroll
    for (int first = 0; first < Tile; first += Rows) {
        const int row = first + threadIdx.y;
        if (left + column < side && top + row < side)
            tile[place(row, column)] = in[size_t(top + row) * side + left + column];
    }
    __syncthreads();
#pragma unroll
    for (int first = 0; first < Tile; first += Rows) {
        const int row = first + threadIdx.y;
        if (top + column < side && left + row < side)
            out[size_t(left + row) * side + top + column] = tile[place(column, row)];
    }
}

// Row after row: a column's elements are Tile apart, a power of two.
template <typename Element, int Tile, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void transpose_shared(const Element* in, Element* out, int side)
{
    SPILLWAY_SPILL_TARGET;
    through_shared<Element, Tile, Block, Tile * Tile>(in, out, side,
                                                      [](int row, int column) { return row * Tile + column; });
}

// Pad unused elements after each row.
template <typename Element, int Tile, int Pad, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void transpose_padded(const Element* in, Element* out, int side)
{
    SPILLWAY_SPILL_TARGET;
    through_shared<Element, Tile, Block, Tile*(Tile + Pad)>(
        in, out, side, [](int row, int column) { return row * (Tile + Pad) + column; });
}

// No unused element: each row is stored in another order. `column ^ row` runs through all columns, along a row and
// down a column.
template <typename Element, int Tile, int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void transpose_swizzled(const Element* in, Element* out, int side)
{
    SPILLWAY_SPILL_TARGET;
    through_shared<Element, Tile, Block, Tile * Tile>(in, out, side,
                                                      [](int row, int column) { return row * Tile + (column ^ row); });
}

// One element after the other, in no tiles.
template <typename Element>
__global__ SPILLWAY_LAUNCH_BOUNDS void transpose_reference(const Element* in, Element* out, int side)
{
    SPILLWAY_SPILL_TARGET;
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < size_t(side) * side) out[i] = in[i % side * side + i / side];
}
