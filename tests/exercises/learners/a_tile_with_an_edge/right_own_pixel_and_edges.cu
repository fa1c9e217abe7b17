__device__ __forceinline__ int pixel(const int* image, int x, int y, int width, int height)
{
    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    return image[y * width + x];
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* image, int* out, int width, int height)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[18][19];
    const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4, left = blockIdx.x * 16, top = blockIdx.y * 16;
    tile[ty + 1][tx + 1] = pixel(image, left + tx, top + ty, width, height);
    if (ty == 0) tile[0][tx + 1] = pixel(image, left + tx, top - 1, width, height);
    if (ty == 1) tile[17][tx + 1] = pixel(image, left + tx, top + 16, width, height);
    if (ty == 2) tile[tx + 1][0] = pixel(image, left - 1, top + tx, width, height);
    if (ty == 3) tile[tx + 1][17] = pixel(image, left + 16, top + tx, width, height);
    if (threadIdx.x >= 64 && threadIdx.x < 68) {
        const int right = threadIdx.x & 1, low = threadIdx.x >> 1 & 1;
        tile[17 * low][17 * right] = pixel(image, left - 1 + 17 * right, top - 1 + 17 * low, width, height);
    }
    __syncthreads();
    if (left + tx < width && top + ty < height) {
        int sum = 0;
#pragma unroll
        for (int k = 0; k < 9; ++k) sum += tile[ty + k / 3][tx + k % 3];
        out[(top + ty) * width + left + tx] = sum;
    }
}
