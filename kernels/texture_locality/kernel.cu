// Each thread adds up the (2 * Radius + 1) x (2 * Radius + 1) pixels around its own; beyond the image's
// edge the last pixel counts again. Which pixel is its own decides what a warp reads: a tile of TileWidth
// x 32 / TileWidth pixels. Width 32 is a piece of a row, 1 a piece of a column, and 0 stands for 32 pixels
// that have nothing to do with each other.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Width = 4096;  // of the image, in pixels

struct Pixel {
    int x, y;
};

// The pixel of thread i: tiles lie side by side along the rows.
template <int TileWidth>
__device__ Pixel pixel_of(unsigned i, unsigned pixels, unsigned mask)
{
    if constexpr (TileWidth == 0) {
        // Times an odd number: a permutation of the numbers up to a power of two.
        do {
            i = i * 2654435769u & mask;
        } while (i >= pixels);
        return {static_cast<int>(i % Width), static_cast<int>(i / Width)};
    } else {
        constexpr unsigned TileHeight = 32 / TileWidth, TilesPerRow = Width / TileWidth;
        const unsigned lane = i % 32, tile = i / 32;
        return {static_cast<int>(tile % TilesPerRow * TileWidth + lane % TileWidth),
                static_cast<int>(tile / TilesPerRow * TileHeight + lane / TileWidth)};
    }
}

// `fetch` reads one pixel; each thread's sum is stored at its own number, so that all stores are alike.
template <int TileWidth, int Radius, typename Fetch>
__device__ void sum_around(float* out, int height, unsigned mask, Fetch fetch)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned pixels = static_cast<unsigned>(height) * Width;
    if (TileWidth == 0 && i >= pixels) return;
    const Pixel own = pixel_of<TileWidth>(i, pixels, mask);
    if (own.y >= height) return;
    float sum = 0;
#pragma unroll
    for (int dy = -Radius; dy <= Radius; ++dy) {
#pragma unroll
        for (int dx = -Radius; dx <= Radius; ++dx) sum += fetch(own.x + dx, own.y + dy);
    }
    out[i] = sum;
}

// Row after row in global memory.
template <int TileWidth, int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void texture_locality_plain(const float* image, float* out, int height, unsigned mask)
{
    SPILLWAY_SPILL_TARGET;
    sum_around<TileWidth, Radius>(out, height, mask, [=](int x, int y) {
        return image[min(max(y, 0), height - 1) * Width + min(max(x, 0), Width - 1)];
    });
}

// Row after row in global memory, but read once by the whole block into shared memory, with the edge around
// it: the pixels of a block's warps lie side by side, so these loads go along the rows whatever a warp's shape.
template <int TileWidth, int Radius, int BlockSize>
__global__ SPILLWAY_LAUNCH_BOUNDS void texture_locality_tile(const float* image, float* out, int height, unsigned mask)
{
    static_assert(TileWidth > 0, "32 pixels that have nothing to do with each other lie in no tile");
    SPILLWAY_SPILL_TARGET;
    constexpr int Columns = BlockSize / 32 * TileWidth + 2 * Radius, Rows = 32 / TileWidth + 2 * Radius;
    static_assert(Width / TileWidth % (BlockSize / 32) == 0, "the block's pixels would not lie side by side");
    __shared__ float tile[Rows * Columns];
    const unsigned pixels = static_cast<unsigned>(height) * Width;
    const Pixel first = pixel_of<TileWidth>(blockIdx.x * BlockSize, pixels, mask);
    if (first.y >= height) return;
    for (int k = threadIdx.x; k < Rows * Columns; k += BlockSize) {
        const int x = first.x - Radius + k % Columns, y = first.y - Radius + k / Columns;
        tile[k] = image[min(max(y, 0), height - 1) * Width + min(max(x, 0), Width - 1)];
    }
    __syncthreads();
    sum_around<TileWidth, Radius>(
        out, height, mask, [=](int x, int y) { return tile[(y - first.y + Radius) * Columns + x - first.x + Radius]; });
}

// As a two-dimensional texture. The texture unit sees to the edges.
template <int TileWidth, int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void texture_locality_texture(cudaTextureObject_t image, float* out, int height,
                                                                unsigned mask)
{
    SPILLWAY_SPILL_TARGET;
    sum_around<TileWidth, Radius>(out, height, mask,
                                  [=](int x, int y) { return tex2D<float>(image, x + 0.5f, y + 0.5f); });
}
