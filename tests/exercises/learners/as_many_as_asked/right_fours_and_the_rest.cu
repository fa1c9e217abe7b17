template <int Count>
__device__ __forceinline__ void some(const int* a, const int* b, int* out, int threads, int i, int from)
{
    int sum[Count] = {};
#pragma unroll 1
    for (int step = 0; step < Steps; ++step) {
        const int row = a[step * threads + i] + step;
#pragma unroll
        for (int t = 0; t < Count; ++t) sum[t] += row * b[(from + t) * threads + i];
    }
#pragma unroll
    for (int t = 0; t < Count; ++t) out[(from + t) * threads + i] = sum[t];
}

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    int done = 0;
    for (; done + 4 <= tiles; done += 4) some<4>(a, b, out, threads, i, done);
    for (; done < tiles; ++done) some<1>(a, b, out, threads, i, done);
}
