// Wrong: accesses
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[Radius / 2];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.x * blockDim.x;
    for (int j = threadIdx.x; j < Radius / 2; j += blockDim.x) tile[j] = input[first + j];
    __syncthreads();
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 2 * Radius; j += 32) {
        const int at = (j + threadIdx.x) % (2 * Radius);
        sum += at < Radius / 2 ? tile[at] : input[first + at];
    }
    output[i] = sum;
}
