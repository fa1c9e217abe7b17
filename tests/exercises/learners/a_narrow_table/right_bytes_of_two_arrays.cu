__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned char bytes[Words * 2];
    for (unsigned b = threadIdx.x; b < Words * 2; b += blockDim.x) bytes[b] = table[b / 2] >> (8 * (b & 1));
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) {
        const unsigned at = 2 * place(k * threads + i);
        sum += bytes[at] + 256 * bytes[at + 1];
    }
    if (i < threads) out[i] = sum;
}
