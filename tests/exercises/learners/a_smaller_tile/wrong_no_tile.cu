// Wrong: accesses still_a_tile
template <int Radius>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
    if (i >= elements) return;
    int sum = 0;
    for (int j = 0; j < 2 * Radius; j += 32) sum += input[first + (j + threadIdx.x) % (2 * Radius)];
    output[i] = sum;
}
