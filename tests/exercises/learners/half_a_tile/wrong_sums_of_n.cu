// Wrong: does not compile
template <int Tile>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const float* a, const float* b, float* c, int n)
{
    SPILLWAY_SPILL_TARGET;
    float sum[n][n] = {};
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
    for (int k = 0; k < n; ++k) sum[y][x] += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum[y][x];
}
