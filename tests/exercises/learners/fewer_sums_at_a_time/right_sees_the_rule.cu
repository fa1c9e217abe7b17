// All sums take in the same: what begins as j is at the end j * 3^16 more than what begins as 0.
template <int Values>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* input, unsigned* output, int n)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned zero = 0, power = 1;
    for (int k = 0; k < Numbers; ++k) {
        zero = zero * 3 + input[size_t(k) * n + i];
        power *= 3;
    }
    unsigned total = 0;
    for (int j = 0; j < Values; ++j) total ^= zero + j * power;
    output[i] = total;
}
