// Wrong: goal no_frame
template <int Transfers>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* transfers, int* largest, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    int a = 100, b = 100, c = 100, d = 100;
    int* const account[4] = {&a, &b, &c, &d};
#pragma unroll
    for (int t = 0; t < Transfers; ++t) {
        const int transfer = transfers[i + t];
        *account[transfer & 3] -= transfer >> 4;
        *account[transfer >> 2 & 3] += transfer >> 4;
    }
    largest[i] = max(max(a, b), max(c, d));
}
