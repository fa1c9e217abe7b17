// Question: setmaxnreg does not compile; then it is ignored; why?
// Right: it exists for sm_90a only, and ptxas needs the registers at entry: a minimum of blocks in the launch bound.
__global__ void __launch_bounds__(256) exchange(const float* in, float* out, int n)
{
    float sum = 0;
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        for (int i = 0; i < n; ++i) sum += in[i * 128 + threadIdx.x];
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        for (int i = 0; i < n; ++i) sum += in[i * 64 + threadIdx.x] * i;
    }
    out[threadIdx.x] = sum;
}
