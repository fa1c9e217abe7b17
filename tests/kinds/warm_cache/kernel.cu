// Sums a small array: out of the L2, or out of DRAM.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int>
__global__ SPILLWAY_LAUNCH_BOUNDS void halve(const float4* in, float4* out, size_t n)
{
    SPILLWAY_SPILL_TARGET;
    const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n / 2) return;
    const float4 a = in[i], b = in[i + n / 2];
    if (i < 4096) out[i] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
    else if (a.x + b.x + a.y + b.y + a.z + b.z + a.w + b.w == -1) out[0] = a;
}
