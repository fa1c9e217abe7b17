// The sum of each pixel and its eight neighbours. Beyond the edge of the image its last pixel counts again.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: how often yours reads `image`. The reference reads each pixel nine times.
// ---- counted: reads of image, at most 0.4 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    const int x = blockIdx.x * 16 + threadIdx.x / 16, y = blockIdx.y * 16 + threadIdx.x % 16;
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += image[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)];
    out[y * width + x] = sum;
}

// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    const int x = blockIdx.x * 16 + threadIdx.x / 16, y = blockIdx.y * 16 + threadIdx.x % 16;
    if (x >= width || y >= height) return;
    int sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += image[min(max(y + dy, 0), height - 1) * width + min(max(x + dx, 0), width - 1)];
    out[y * width + x] = sum;
}
// ---- yours to here ----
