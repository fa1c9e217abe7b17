// A copy, one element per thread. Which element decides what it costs: a warp's 32 reads and writes are
// answered in sectors of 32 bytes, and a sector that is touched is moved whole.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Neighbouring threads, neighbouring elements.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void coalescing_contiguous(const T* in, T* out, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

// Neighbouring threads are Stride elements apart, as in an array of structures or along a column. The
// blocks with the same blockIdx.y copy one element of every Stride; all together copy each once.
template <typename T, int Stride>
__global__ SPILLWAY_LAUNCH_BOUNDS void coalescing_strided(const T* in, T* out, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) * Stride + blockIdx.y;
    if (i < n) out[i] = in[i];
}

// Neighbouring elements, but the first is not where a line begins. What is left over wraps around.
template <typename T, int Offset>
__global__ SPILLWAY_LAUNCH_BOUNDS void coalescing_shifted(const T* in, T* out, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= n) return;
    unsigned i = thread + Offset;
    if (i >= n) i = (i - n) % n;
    out[i] = in[i];
}

// Neighbouring threads are far apart, as with the buckets of a hash table. Multiplying by an odd number
// permutes the numbers up to a power of two; what comes out beyond n goes round once more.
template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void coalescing_scattered(const T* in, T* out, unsigned n, unsigned mask)
{
    SPILLWAY_SPILL_TARGET;
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    do {
        i = i * 2654435769u & mask;
    } while (i >= n);
    out[i] = in[i];
}
