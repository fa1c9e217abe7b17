// Wrong: result
template <int Block>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* from_host, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int near[Block + 8];
    const int first = blockIdx.x * Block;
    for (int t = threadIdx.x; t < Block + 8; t += Block)
        if (first + t < elements + 8) near[t] = from_host[first + t];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 9; ++j) sum += near[threadIdx.x + j];
    out[i] = sum;
}
