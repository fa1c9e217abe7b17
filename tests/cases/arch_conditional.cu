// Question: the kernel for Hopper compiles and then does nothing; why?
// Right: its code stands behind a macro that only the target sm_90a defines; compiled for sm_90 it is empty.
__global__ void add(const float* in, float* out)
{
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    float values[24];
#pragma unroll
    for (int i = 0; i < 24; ++i) values[i] = in[i * 128 + threadIdx.x];
    float sum = 0, product = 1;
#pragma unroll
    for (int i = 0; i < 24; ++i) {
        sum += values[i];
        product *= values[23 - i];
    }
    out[threadIdx.x] = sum * product;
#endif
}
