// Question: a scalar, an array in a loop, a slice of shared memory: what is in registers, what in local memory?
// Right: all in registers, since the loop unrolls; a pointer into shared memory is an address.
__global__ void kinds(const float* in, float* out)
{
    __shared__ float shared[256];
    float scale = in[threadIdx.x];
    float window[8];
    for (int k = 0; k < 8; ++k) window[k] = in[threadIdx.x + k * 256] * scale;
    shared[threadIdx.x] = window[0];
    __syncthreads();
    float* slice = shared + 50;
    float sum = 0;
    for (int k = 0; k < 8; ++k) sum += window[k] * slice[k];
    out[threadIdx.x] = sum;
}
// Question: I allow 64 registers and the compiler takes fewer; why does it not use the others?
// Right: a cap is a ceiling and no wish.
__global__ void few(const float* in, const int* which, float* out)
{
    float best[2] = {in[threadIdx.x], in[threadIdx.x + 1]};
    best[which[threadIdx.x] & 1] *= 0.25f;
    out[threadIdx.x] = best[0] - best[1];
}
void run(const float* in, const int* which, float* out)
{
    kinds<<<1, 256>>>(in, out);
    few<<<1, 256>>>(in, which, out);
}
