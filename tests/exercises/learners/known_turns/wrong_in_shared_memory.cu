// Wrong: goal no_shared
// A column for each thread: no frame, and no room for a larger block.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int n, int taps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    __shared__ short kept[Most][256];
    int sum = 0, distance = 0;
    for (int j = 0; j < taps; ++j) {
        kept[j][threadIdx.x] = static_cast<short>(input[i + j]);
        sum += kept[j][threadIdx.x];
    }
    for (int j = 0; j < taps; ++j) distance += abs(taps * kept[j][threadIdx.x] - sum);
    output[i] = distance;
}
