// Question: why is my small array in local memory although registers are free?
// Right: its index is known only at run time, and registers have no index.
__global__ void weigh(const float* in, float* out, int shift)
{
    float taps[16];
    for (int i = 0; i < 16; ++i) taps[i] = in[i * 32 + threadIdx.x];
    float sum = 0;
    for (int i = 0; i < shift; ++i) sum += taps[(i + shift) % 16] * i;
    out[threadIdx.x] = sum;
}
