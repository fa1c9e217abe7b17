// Up to eight sums of products for each thread; `tiles` says how many.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: each sum is written to `out` once, when it is ready, and never read from there.
// ---- counted: reads of out, at most 1 times the reference's ----
// ---- counted: writes of out, at most 1 times the reference's ----
// ---- counted: writes elsewhere, at most 1 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

constexpr int Steps = 64, MostTiles = 8;

// What you begin with, and what your result is compared with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    int sum[MostTiles];
    for (int t = 0; t < tiles; ++t) sum[t] = 0;
#pragma unroll 1
    for (int step = 0; step < Steps; ++step) {
        const int row = a[step * threads + i] + step;
#pragma unroll 1
        for (int t = 0; t < tiles; ++t) sum[t] += row * b[t * threads + i];
    }
    for (int t = 0; t < tiles; ++t) out[t * threads + i] = sum[t];
}

// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    int sum[MostTiles];
    for (int t = 0; t < tiles; ++t) sum[t] = 0;
#pragma unroll 1
    for (int step = 0; step < Steps; ++step) {
        const int row = a[step * threads + i] + step;
#pragma unroll 1
        for (int t = 0; t < tiles; ++t) sum[t] += row * b[t * threads + i];
    }
    for (int t = 0; t < tiles; ++t) out[t * threads + i] = sum[t];
}
// ---- yours to here ----
