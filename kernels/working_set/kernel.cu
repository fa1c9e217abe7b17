// Every block adds up the same data, `passes` times, all of it in each pass. A vector that was read before may still be
// in L1 or L2 when it is wanted again: that depends on how much else was read in between.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

enum : unsigned { PerThread = 2 };  // vectors of 16 bytes that a thread reads of a tile

template <bool InL1>
__device__ unsigned sum_tile(const int4* in, unsigned tile, unsigned vectors)
{
    unsigned sum = 0;
#pragma unroll
    for (unsigned j = 0; j < PerThread; ++j) {
        const unsigned i = (tile * PerThread + j) * blockDim.x + threadIdx.x;
        if (i >= vectors) continue;
        const int4 v = InL1 ? in[i] : __ldcg(in + i);
        sum += v.x + v.y + v.z + v.w;
    }
    return sum;
}

// Every block goes through the tiles in a circle, and begins as far on as its number says: the blocks are
// spread evenly, so that no block lives on what another has just fetched. There is one block to an SM.
__device__ unsigned nth_tile(unsigned n, unsigned tiles)
{
    const unsigned first = static_cast<unsigned long long>(blockIdx.x) * tiles / gridDim.x;
    return n < tiles - first ? n + first : n + first - tiles;
}

// Pass after pass over everything: between two reads of the same vector lies the whole working set.
template <bool InL1>
__global__ SPILLWAY_LAUNCH_BOUNDS void working_set_passes(const int4* in, unsigned* out, unsigned vectors,
                                                          unsigned tiles, unsigned passes)
{
    SPILLWAY_SPILL_TARGET;
    unsigned sum = 0;
    for (unsigned pass = 0; pass < passes; ++pass) {
        unsigned part = 0;
#pragma unroll 4
        for (unsigned n = 0; n < tiles; ++n) part += sum_tile<InL1>(in, nth_tile(n, tiles), vectors);
        sum = sum * 3 + part;  // no two passes count the same
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The same sums with the loops exchanged: all passes over one tile, then the next tile. Between two reads
// of the same vector lies one tile.
template <bool InL1>
__global__ SPILLWAY_LAUNCH_BOUNDS void working_set_tiles(const int4* in, unsigned* out, unsigned vectors,
                                                         unsigned tiles, unsigned passes)
{
    SPILLWAY_SPILL_TARGET;
    unsigned sum = 0;
    for (unsigned n = 0; n < tiles; ++n) {
        unsigned tile = 0;
        for (unsigned pass = 0; pass < passes; ++pass) {
            tile = tile * 3 + sum_tile<InL1>(in, nth_tile(n, tiles), vectors);
            __syncthreads();  // the block stays together, and reads again rather than keep values in registers
        }
        sum += tile;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Each vector once: what `passes` passes make of a sum is a factor.
template <bool InL1>
__global__ SPILLWAY_LAUNCH_BOUNDS void working_set_reference(const int4* in, unsigned* out, unsigned vectors,
                                                             unsigned passes)
{
    SPILLWAY_SPILL_TARGET;
    unsigned sum = 0, factor = 0;
    for (unsigned i = threadIdx.x; i < vectors; i += blockDim.x) {
        const int4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    for (unsigned pass = 0; pass < passes; ++pass) factor = factor * 3 + 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum * factor;
}
