// Wrong: goal no_frame
// Sixteen turns at a time: the index is a counter all the same.
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int n, int taps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    int window[Most];
    int sum = 0, distance = 0;
#pragma unroll 16
    for (int j = 0; j < taps; ++j) {
        window[j] = input[i + j];
        sum += window[j];
    }
#pragma unroll 16
    for (int j = 0; j < taps; ++j) distance += abs(taps * window[j] - sum);
    output[i] = distance;
}
