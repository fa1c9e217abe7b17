// Wrong: accesses tile
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[32][32];
    for (int t = threadIdx.x; t < 32 * 32; t += 256) {
        const int column = blockIdx.x * 16 + t % 32 - 1, row = blockIdx.y * 16 + t / 32 - 1;
        tile[t / 32][t % 32] = image[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)];
    }
    __syncthreads();
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) sum += tile[ty + dy][tx + dx];
    out[y * width + x] = sum;
}
