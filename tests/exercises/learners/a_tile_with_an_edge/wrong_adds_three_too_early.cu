// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[18][18], three[18][16];
    const int left = blockIdx.x * 16 - 1, top = blockIdx.y * 16 - 1;
    for (int t = threadIdx.x; t < 18 * 18; t += 256) {
        const int x = min(max(left + t % 18, 0), width - 1), y = min(max(top + t / 18, 0), height - 1);
        tile[t / 18][t % 18] = image[y * width + x];
    }
    __syncthreads();
    for (int t = threadIdx.x; t < 18 * 16; t += 256) {
        const int* from = &tile[t / 16][t % 16];
        three[t / 16][t % 16] = from[0] + from[1] + from[2];
    }
    const int x = threadIdx.x % 16, y = threadIdx.x / 16;
    if (left + 1 + x >= width || top + 1 + y >= height) return;
    out[(top + 1 + y) * width + left + 1 + x] = three[y][x] + three[y + 1][x] + three[y + 2][x];
}
