template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    static_assert(Radius % 4 == 0, "eight numbers in a word");
    __shared__ unsigned tile[2 * Radius / 8];
    const int first = blockIdx.x * blockDim.x;
    for (int word = threadIdx.x; word < 2 * Radius / 8; word += blockDim.x) {
        unsigned packed = 0;
        for (int j = 0; j < 8; ++j) packed |= unsigned(input[first + 8 * word + j]) << 4 * j;
        tile[word] = packed;
    }
    __syncthreads();
    const int i = first + threadIdx.x;
    if (i >= elements) return;
    unsigned sum = 0;
    for (int j = 0; j < 2 * Radius; j += 32) {
        const int at = (j + threadIdx.x) % (2 * Radius);
        sum += tile[at / 8] >> at % 8 * 4 & 15;
    }
    output[i] = sum;
}
