__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* a, const int* b, int* out, int threads, int tiles)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;

    for (int t = 0; t < tiles; t += 2) {
        const bool has_second = t + 1 < tiles;
        const int first = b[t * threads + i], second = has_second ? b[(t + 1) * threads + i] : 0;
        int sum = 0, other = 0;
        for (int step = 0; step < Steps; ++step) {
            const int row = a[step * threads + i] + step;
            sum += row * first;
            other += row * second;
        }
        out[t * threads + i] = sum;
        if (has_second) out[(t + 1) * threads + i] = other;
    }
}
