// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[18][18];
    const int left = blockIdx.x * 16 - 1, top = blockIdx.y * 16 - 1;
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    const auto pixel = [&](int column, int row) {
        return image[min(max(top + row, 0), height - 1) * width + min(max(left + column, 0), width - 1)];
    };
    tile[y + 1][x + 1] = pixel(x + 1, y + 1);
    if (y == 0) tile[0][x + 1] = pixel(x + 1, 0);
    if (y == 15) tile[17][x + 1] = pixel(x + 1, 17);
    if (x == 0) tile[y + 1][0] = pixel(0, y + 1);
    if (x == 15) tile[y + 1][17] = pixel(17, y + 1);
    __syncthreads();
    if (left + 1 + x >= width || top + 1 + y >= height) return;
    int sum = 0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) sum += tile[y + dy][x + dx];
    out[(top + 1 + y) * width + left + 1 + x] = sum;
}
