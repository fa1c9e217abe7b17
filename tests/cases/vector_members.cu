// Question: a float4 is 16 bytes. Why is it in local memory?
// Right: the code indexes its members by a pointer to the first one.
struct Four {
    float x, y, z, w;
};
__global__ void component(const Four* in, const int* at, float* out)
{
    Four sums = in[threadIdx.x], first = in[0];
    for (int k = 0; k < at[0]; ++k) (&sums.x)[at[k] & 3] += (&first.x)[at[k + 1] & 3];
    out[threadIdx.x] = (&sums.x)[at[1] & 3] + sums.y;
}
