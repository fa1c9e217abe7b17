// Question: why is `state` in local memory? Its index is in a function that is inlined.
__device__ bool next(int n, int* digits, int base)
{
    for (int k = 0; k < n; ++k) {
        if (digits[k] < base) {
            digits[k]++;
            return true;
        }
        digits[k] = 0;
    }
    return false;
}
__global__ void count(const int* data, float* out, int n)
{
    int state[5] = {0};
    float sum = 0;
    int base = 0;
    while (next(n, state, base++))
        for (int k = 0; k < n; ++k) sum += data[k] != state[k];
    out[threadIdx.x] = sum;
}
