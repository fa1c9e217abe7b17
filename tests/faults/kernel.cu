// One fault a variant, and a kernel without one: what scripts/on-gpu.sh looks for after each.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

enum { none, illegal_address, misaligned, trap, endless_loop, last_not_written, shared_out_of_range, endless_recursion };

template <int>
__device__ __noinline__ int recurse(int depth, volatile int* never)
{
    volatile int frame[64];
    frame[depth % 64] = depth;
    if (*never == 0x7fffffff) return 0;
    return recurse<0>(depth + 1, never) + frame[depth % 64];
}

template <int Fault>
__global__ SPILLWAY_LAUNCH_BOUNDS void copy_with(const int* in, int* out, int n)
{
    SPILLWAY_SPILL_TARGET;
    __shared__ int tile[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int value = in[i];
    if (Fault == illegal_address && i == n / 2) value = *reinterpret_cast<const int*>(0x10);
    if (Fault == misaligned && i == 0) value = *reinterpret_cast<const int*>(reinterpret_cast<const char*>(in) + 1);
    if (Fault == trap && i == 7) __trap();
    if (Fault == endless_loop)
        while (*reinterpret_cast<const volatile int*>(in) != 0x7fffffff) value ^= 0;
    if (Fault == last_not_written && i == n - 1) return;
    if (Fault == shared_out_of_range) {
        tile[threadIdx.x % 32 + (1 << 24)] = value;
        value = tile[0];
    }
    if (Fault == endless_recursion) value += recurse<0>(0, reinterpret_cast<volatile int*>(out));
    out[i] = value;
}
