// Wrong: accesses
// Without an array there is no frame, and each value is read twice.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int n, int taps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    int sum = 0, distance = 0;
    for (int j = 0; j < taps; ++j) sum += input[i + j];
    for (int j = 0; j < taps; ++j) distance += abs(taps * input[i + j] - sum);
    output[i] = distance;
}
