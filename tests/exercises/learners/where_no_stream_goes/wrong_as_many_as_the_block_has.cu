// Wrong: does not compile
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* hot, const unsigned* stream, unsigned* out, int threads,
                                             int rounds)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    __shared__ unsigned mine[8][blockDim.x];
    for (int j = 0; j < 8; ++j) mine[j][threadIdx.x] = hot[j * threads + i];
    __syncthreads();
    unsigned sum = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        const unsigned word = __ldcs(stream + size_t(round) * threads + i);
        for (int j = 0; j < 8; ++j) sum = sum * 3 + (mine[j][threadIdx.x] ^ word);
    }
    out[i] = sum;
}
