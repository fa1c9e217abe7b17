// Wrong: accesses tile block_waits
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int rows, int columns)
{
    SPILLWAY_SPILL_TARGET;
    const int x = blockIdx.y * 32 + threadIdx.x;
    for (int row = 0; row < 32; row += 8) {
        const int y = blockIdx.x * 32 + row + threadIdx.y;
        if (x < rows && y < columns) out[size_t(y) * rows + x] = in[size_t(x) * columns + y];
    }
}
