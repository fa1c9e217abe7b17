template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned tile[Radius / 2];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = blockIdx.x * blockDim.x;
    for (int w = threadIdx.x; w < Radius / 2; w += blockDim.x) {
        unsigned word = 0;
        for (int k = 0; k < 4; ++k) word |= unsigned(input[first + 4 * w + k]) << 8 * k;
        tile[w] = word;
    }
    __syncthreads();
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 2 * Radius; j += 32) {
        const int at = (j + threadIdx.x) % (2 * Radius);
        sum += tile[at / 4] >> at % 4 * 8 & 15;
    }
    output[i] = sum;
}
