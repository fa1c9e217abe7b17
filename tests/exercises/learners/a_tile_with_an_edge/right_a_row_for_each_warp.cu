__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[18][20];
    const int left = blockIdx.x * 16 - 1, top = blockIdx.y * 16 - 1;
    const int lane = threadIdx.x % 32;
    for (int row = threadIdx.x / 32; row < 18; row += 8)
        if (lane < 18)
            tile[row][lane] = image[min(max(top + row, 0), height - 1) * width + min(max(left + lane, 0), width - 1)];
    __syncthreads();
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    if (left + 1 + x >= width || top + 1 + y >= height) return;
    int sum = 0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) sum += tile[y + dy][x + dx];
    out[(top + 1 + y) * width + left + 1 + x] = sum;
}
