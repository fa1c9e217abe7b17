// Wrong: result
// At the edge of the tile its own pixels count again.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[18][18];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    tile[ty][tx] = image[min(y, height - 1) * width + min(x, width - 1)];
    __syncthreads();
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) sum += tile[min(max(ty + dy, 0), 15)][min(max(tx + dx, 0), 15)];
    out[y * width + x] = sum;
}
