// Question: why does my kernel have a stack frame in single precision?
// Right: the array of the branch that the preprocessor keeps has a run-time index. Both branches open the body.
#define PRECISE 0
__global__ void mix(const float* in, const int* at, float* out, int count)
#if PRECISE
{
    double tile[24];
    double sum = 0;
#else
{
    float tile[24];
    float sum = 0;
#endif
    for (int k = 0; k < 24; ++k) tile[k] = in[k + threadIdx.x];
    for (int k = 0; k < count; ++k) {
        sum += tile[at[k] % 24];
        tile[at[k + 1] % 24] = sum;
    }
    out[threadIdx.x] = sum;
}
