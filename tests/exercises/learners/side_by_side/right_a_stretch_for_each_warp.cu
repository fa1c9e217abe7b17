template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    const int lane = threadIdx.x % 32, thread = blockIdx.x * blockDim.x + threadIdx.x;
    const int* from = in + (thread - lane) * Stretch;
    int* to = out + (thread - lane) * Stretch;
#pragma unroll 4
    for (int j = lane; j < 32 * Stretch; j += 32)
        if ((thread - lane) * Stretch + j < threads * Stretch) to[j] = from[j];
}
