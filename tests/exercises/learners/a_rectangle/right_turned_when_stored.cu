__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int rows, int columns)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int turned[32 * 34];
    const int x = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int in_tile = threadIdx.y + 8 * k, y = blockIdx.y * 32 + in_tile;
        if (y < rows && x < columns) turned[threadIdx.x * 34 + in_tile] = in[size_t(y) * columns + x];
    }
    __syncthreads();
    const int to = blockIdx.y * 32 + threadIdx.x;
    if (to >= rows) return;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const int in_tile = threadIdx.y + 8 * k, line = blockIdx.x * 32 + in_tile;
        if (line < columns) out[size_t(line) * rows + to] = turned[in_tile * 34 + threadIdx.x];
    }
}
