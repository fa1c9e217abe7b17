template <typename T>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const T* x, const T* y, T* out, T a, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}
