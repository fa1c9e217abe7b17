// Wrong: result
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int threads, int reads)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ unsigned count[16];
    if (threadIdx.x < 16) count[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    for (int k = 0; k < reads; ++k)
        for (int shift = 0; shift < 32; shift += 4) atomicAdd(&count[in[size_t(k) * threads + i] >> shift & 15], 1u);
    __syncthreads();
    for (int v = 0; v < 16; ++v) out[size_t(v) * threads + i] = count[v];
}
