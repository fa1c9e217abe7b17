// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[18][18];
    const int left = blockIdx.x * 16 - 1, top = blockIdx.y * 16 - 1;
    for (int t = threadIdx.x; t < 18 * 18; t += 256) {
        const int x = min(max(left + 1 + t % 18, 0), width - 1), y = min(max(top + 1 + t / 18, 0), height - 1);
        tile[t / 18][t % 18] = image[y * width + x];
    }
    __syncthreads();
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    if (left + 1 + x >= width || top + 1 + y >= height) return;
    int sum = 0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) sum += tile[y + dy][x + dx];
    out[(top + 1 + y) * width + left + 1 + x] = sum;
}
