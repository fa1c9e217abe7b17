// Particles with Fields numbers each. A kernel adds up Used of them per particle. Where a field of the next particle
// lies decides how many sectors a warp touches: beside it, or a whole particle further.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

template <int Fields, int Used>
constexpr int taken = Used < Fields ? Used : Fields;

// An array of structures: the fields of one particle lie side by side.
template <int Fields>
struct Particle {
    float field[Fields];
};

template <int Fields, int Used>
__global__ SPILLWAY_LAUNCH_BOUNDS void soa_aos_aos(const Particle<Fields>* in, float* out, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll
    for (int f = 0; f < taken<Fields, Used>; ++f) sum += in[i].field[f];
    out[i] = sum;
}

// The same order, padded to a multiple of 16 bytes and aligned to it: four fields are one load.
template <int Fields>
struct AlignedParticle {
    float4 four[(Fields + 3) / 4];
};

template <int Fields, int Used>
__global__ SPILLWAY_LAUNCH_BOUNDS void soa_aos_aligned(const AlignedParticle<Fields>* in, float* out, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll
    for (int f = 0; f < taken<Fields, Used>; f += 4) {
        const float4 four = in[i].four[f / 4];
        sum += four.x;
        if (f + 1 < taken<Fields, Used>) sum += four.y;
        if (f + 2 < taken<Fields, Used>) sum += four.z;
        if (f + 3 < taken<Fields, Used>) sum += four.w;
    }
    out[i] = sum;
}

// Tiles of 32 particles, and within a tile field by field: a warp finds its 32 values side by side, and all fields of a
// particle are near.
template <int Fields>
struct Tile {
    float field[Fields][32];
};

template <int Fields, int Used>
__global__ SPILLWAY_LAUNCH_BOUNDS void soa_aos_tiles(const Tile<Fields>* in, float* out, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll
    for (int f = 0; f < taken<Fields, Used>; ++f) sum += in[i / 32].field[f][i % 32];
    out[i] = sum;
}

// A structure of arrays: field f of all particles lies side by side, and `n` further begins the next.
template <int Fields, int Used>
__global__ SPILLWAY_LAUNCH_BOUNDS void soa_aos_soa(const float* in, float* out, unsigned n)
{
    SPILLWAY_SPILL_TARGET;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll
    for (int f = 0; f < taken<Fields, Used>; ++f) sum += in[size_t(f) * n + i];
    out[i] = sum;
}
