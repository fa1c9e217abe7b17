// Wrong: accesses still_a_tile
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned char tile[2 * Radius];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.x * blockDim.x;
    for (int j = threadIdx.x; j < 2 * Radius; j += blockDim.x) tile[j] = input[first + j];
    __syncthreads();
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 2 * Radius; j += 32) sum += input[first + (j + threadIdx.x) % (2 * Radius)];
    output[i] = sum;
}
