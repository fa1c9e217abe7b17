// Wrong: result
template <int Unroll>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    const int4* from = reinterpret_cast<const int4*>(in);
    int4* to = reinterpret_cast<int4*>(out);
#pragma unroll 1
    for (int j = 0; j < Unroll / 4; ++j) to[i + j * threads / 4] = from[i + j * threads / 4];
}
