// Wrong: accesses
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[18][18];
    const int left = blockIdx.x * 16 - 1, top = blockIdx.y * 16 - 1;
    for (int t = threadIdx.x; t < 18 * 18; t += 256) {
        const int x = min(max(left + t % 18, 0), width - 1), y = min(max(top + t / 18, 0), height - 1);
        tile[t / 18][t % 18] = image[y * width + x];
    }
    __syncthreads();
    const int x = blockIdx.x * 16 + threadIdx.x % 16, y = blockIdx.y * 16 + threadIdx.x / 16;
    if (x >= width || y >= height) return;
    int sum = tile[threadIdx.x / 16 + 1][threadIdx.x % 16 + 1];
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (dx != 0 || dy != 0)
                sum += image[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)];
    out[y * width + x] = sum;
}
