// A kernel is a function that very many threads run at once. Each finds out which one it is, and takes its element; the
// 32 threads of a warp go through the kernel together. Element e is worked on in one of Branches ways, e % Branches:
// `steps` times it is multiplied, and some of its bits are flipped, with numbers of that way.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Four numbers at a time, so that a warp seldom waits for its own last step.
__device__ __forceinline__ unsigned work(unsigned value, int way, int steps)
{
    const unsigned factor = 2654435761u + 2 * way, bits = 40503u * (way + 1);
    unsigned part[4] = {value, value + 1, value + 2, value + 3};
#pragma unroll 8
    for (int step = 0; step < steps; ++step)
#pragma unroll
        for (int p = 0; p < 4; ++p) part[p] = part[p] * factor ^ bits;
    return (part[0] ^ part[1]) + (part[2] ^ part[3]);
}

// One piece of code for each way; a thread goes through one of them.
template <int Way, int Branches>
__device__ __forceinline__ unsigned branch_to(int way, unsigned value, int steps)
{
    if constexpr (Way + 1 < Branches)
        if (way != Way) return branch_to<Way + 1, Branches>(way, value, steps);
    return work(value, Way, steps);
}

// Thread i takes element i: neighbours in a warp go different ways.
template <int Branches>
__global__ SPILLWAY_LAUNCH_BOUNDS void first_kernel_by_lane(const unsigned* in, unsigned* out, int n, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = branch_to<0, Branches>(i % Branches, in[i], steps);
}

// 32 threads side by side take elements of one way, and the next 32 those of the next: a warp goes one way.
template <int Branches>
__global__ SPILLWAY_LAUNCH_BOUNDS void first_kernel_by_warp(const unsigned* in, unsigned* out, int n, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int element = i / (32 * Branches) * (32 * Branches) + i % 32 * Branches + i / 32 % Branches;
    if (element >= n) return;
    out[element] = branch_to<0, Branches>(i / 32 % Branches, in[element], steps);
}

// No branch: all go through the same code, with numbers of their own.
template <int Branches>
__global__ SPILLWAY_LAUNCH_BOUNDS void first_kernel_no_branch(const unsigned* in, unsigned* out, int n, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = work(in[i], i % Branches, steps);
}

// Step after step, one number after the other.
template <int Branches>
__global__ SPILLWAY_LAUNCH_BOUNDS void first_kernel_reference(const unsigned* in, unsigned* out, int n, int steps)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned part[4];
    for (int p = 0; p < 4; ++p) {
        part[p] = in[i] + p;
#pragma unroll 1
        for (int step = 0; step < steps; ++step)
            part[p] = part[p] * (2654435761u + i % Branches * 2) ^ 40503u * (i % Branches + 1);
    }
    out[i] = (part[0] ^ part[1]) + (part[2] ^ part[3]);
}
