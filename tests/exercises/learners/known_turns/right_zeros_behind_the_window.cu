__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int n, int taps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    int window[Most];
    int sum = 0, distance = 0;
#pragma unroll
    for (int j = 0; j < Most; ++j) {
        window[j] = j < taps ? input[i + j] : 0;
        sum += window[j];
    }
#pragma unroll
    for (int j = 0; j < Most; ++j) distance += abs(taps * window[j] - sum);
    distance -= (Most - taps) * sum;  // what the zeros added: no value is below 0
    output[i] = distance;
}
