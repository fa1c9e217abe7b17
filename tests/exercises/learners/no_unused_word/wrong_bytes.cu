// Wrong: goal still_shared
// Every number fits into a byte, and four bytes of a word do not meet.
struct Yours {
    static __device__ int place(int record, int word) { return record * Words + word; }
    static __device__ int word(int lane, int step) { return (step + lane) % Words; }
};

__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int* met, int elements)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ signed char tile[32 * Words];
    for (int t = threadIdx.x; t < 32 * Words; t += blockDim.x) tile[t] = static_cast<signed char>(in[t]);
    __syncthreads();
    const int lane = threadIdx.x % 32;
    int sum = 0;
    for (int pass = 0; pass < 32; ++pass)
        for (int step = 0; step < Words; ++step) sum += tile[Yours::place(lane, Yours::word(lane, step))];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements) {
        out[i] = sum;
        met[i] = 0;
    }
}
