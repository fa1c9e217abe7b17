// When is a read of constant memory one for the warp? Kernels that only the lesson's claims compile: where the address
// comes from is changed.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

__constant__ unsigned constant_table[256];

constexpr int LoopCounter = 0;
constexpr int Lane = 1;
constexpr int Unrolled = 2;

// A filter with 8 coefficients, which are read by an address of this kind.
template <int Address>
__global__ SPILLWAY_LAUNCH_BOUNDS void filtered(const unsigned* table, unsigned* end, long long* cycles, unsigned reads)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    const float* in = reinterpret_cast<const float*>(table);
    float sum = 0;
    if constexpr (Address == Unrolled) {
#pragma unroll
        for (unsigned k = 0; k < 8; ++k) sum += __uint_as_float(constant_table[k]) * in[threadIdx.x % 128 + k];
    } else {
#pragma unroll 1
        for (unsigned k = 0; k < 8; ++k) {
            const unsigned at = Address == Lane ? (k + threadIdx.x) % 256 : k;
            sum += __uint_as_float(constant_table[at]) * in[threadIdx.x % 128 + k];
        }
    }
    end[thread] = __float_as_uint(sum);
    cycles[thread] = reads;
}
