// Wrong: accesses block_waits
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    if (threadIdx.x > 0) return;
    unsigned largest = 0;
    for (int t = 0; t < Block && blockIdx.x * Block + t < n; ++t) largest = max(largest, in[blockIdx.x * Block + t]);
    out[blockIdx.x] = largest;
}
