// Wrong: goal block_waits
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int rows, int columns)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[32][33];
    const int x = threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 32;
    for (int y = threadIdx.y; y < 32; y += 8)
        if (left + x < columns && top + y < rows) tile[y][x] = in[size_t(top + y) * columns + left + x];
    __syncwarp();
    for (int y = threadIdx.y; y < 32; y += 8)
        if (left + y < columns && top + x < rows) out[size_t(left + y) * rows + top + x] = tile[x][y];
}
