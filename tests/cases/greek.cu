// Question: which array is in local memory? Its name is a Greek letter.
// Right: the letter.
__global__ void weigh(const float* in, float* out, int shift)
{
    float β[16];
    for (int i = 0; i < 16; ++i) β[i] = in[i * 32 + threadIdx.x];
    float sum = 0;
    for (int i = 0; i < shift; ++i) sum += β[(i + shift) % 16] * i;
    out[threadIdx.x] = sum;
}
