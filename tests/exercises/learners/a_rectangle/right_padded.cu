__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int rows, int columns)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[32][33];
    const int left = blockIdx.x * 32, top = blockIdx.y * 32;
    for (int row = 0; row < 32; row += 8)
        if (left + threadIdx.x < columns && top + row + threadIdx.y < rows)
            tile[row + threadIdx.y][threadIdx.x] = in[size_t(top + row + threadIdx.y) * columns + left + threadIdx.x];
    __syncthreads();
    for (int row = 0; row < 32; row += 8) {
        const int x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + row + threadIdx.y;
        if (x < rows && y < columns) out[size_t(y) * rows + x] = tile[threadIdx.x][row + threadIdx.y];
    }
}
