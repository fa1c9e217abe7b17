// Only who adds up which pixel is as it was; the tile is brought along rows.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[18 * 18];
    for (int t = threadIdx.x; t < 324; t += blockDim.x) {
        int column = int(blockIdx.x * 16 + t % 18) - 1, row = int(blockIdx.y * 16 + t / 18) - 1;
        if (column < 0) column = 0;
        if (row < 0) row = 0;
        if (column > width - 1) column = width - 1;
        if (row > height - 1) row = height - 1;
        tile[t] = image[row * width + column];
    }
    __syncthreads();
    const int x = blockIdx.x * 16 + threadIdx.x / 16, y = blockIdx.y * 16 + threadIdx.x % 16;
    if (x >= width || y >= height) return;
    const int* from = tile + threadIdx.x % 16 * 18 + threadIdx.x / 16;
    out[y * width + x] = from[0] + from[1] + from[2] + from[18] + from[19] + from[20] + from[36] + from[37] + from[38];
}
