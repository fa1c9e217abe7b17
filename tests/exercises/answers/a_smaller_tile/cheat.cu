template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    __shared__ unsigned char tile[2 * Radius];
    tile[threadIdx.x] = 1;
    output[i] = tile[threadIdx.x] + 2 * Radius / 32;
}
