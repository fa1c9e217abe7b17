// Wrong: does not compile
// A second template of the kernel's name would read the input itself. The name then means both.
__device__ __forceinline__ void bring(const unsigned*, unsigned* home) {}
template <void bring(const unsigned* far, unsigned* home), int More = 0>
__global__ void bring_and_add(const unsigned* in, unsigned* out, int n)
{
    unsigned sum = 0;
    for (unsigned j = threadIdx.x; j < Words; j += Threads)
        sum += weight(j) * word(in[next_block() * Words + j], next_block(), j);
    const int i = blockIdx.x * Threads + threadIdx.x;
    if (i < n) out[i] = sum;
}
