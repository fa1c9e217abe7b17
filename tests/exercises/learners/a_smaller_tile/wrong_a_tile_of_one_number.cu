// Wrong: accesses
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[1];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.x * blockDim.x;
    if (threadIdx.x == 0) tile[0] = input[first];
    __syncthreads();
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 2 * Radius; j += 32) {
        const int at = (j + threadIdx.x) % (2 * Radius);
        sum += at == 0 ? tile[0] : input[first + at];
    }
    output[i] = sum;
}
