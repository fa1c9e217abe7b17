__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* table, unsigned* out, unsigned threads, unsigned lookups)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned short narrow[Words];
    const uint4* words = reinterpret_cast<const uint4*>(table);
    for (unsigned w = threadIdx.x; w < Words / 4; w += blockDim.x) {
        const uint4 four = words[w];
        narrow[4 * w] = four.x;
        narrow[4 * w + 1] = four.y;
        narrow[4 * w + 2] = four.z;
        narrow[4 * w + 3] = four.w;
    }
    __syncthreads();
    if (i >= threads) return;
    unsigned sum = 0;
    for (unsigned k = 0; k < lookups; ++k) sum += narrow[place(k * threads + i)];
    out[i] = sum;
}
