// Wrong: accesses tile block_waits
// A warp reads along rows now: but each pixel nine times.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    const int x = blockIdx.x * 16 + threadIdx.x % 16, y = blockIdx.y * 16 + threadIdx.x / 16;
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += image[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)];
    out[y * width + x] = sum;
}
