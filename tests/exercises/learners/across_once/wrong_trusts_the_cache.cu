// Wrong: goal fetched block_waits
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int sum = 0;
#pragma unroll
    for (int j = 0; j < 9; ++j) sum += __ldg(from_host + i + j);
    out[i] = sum;
}
