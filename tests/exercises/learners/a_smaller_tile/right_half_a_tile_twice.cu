template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[Radius];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.x * blockDim.x;
    int sum = 0;
    for (int half = 0; half < 2; ++half) {
        __syncthreads();
        for (int j = threadIdx.x; j < Radius; j += blockDim.x) tile[j] = input[first + half * Radius + j];
        __syncthreads();
        for (int j = 0; j < 2 * Radius; j += 32) {
            const int at = (j + threadIdx.x) % (2 * Radius) - half * Radius;
            if (at >= 0 && at < Radius) sum += tile[at];
        }
    }
    if (i < elements) output[i] = sum;
}
