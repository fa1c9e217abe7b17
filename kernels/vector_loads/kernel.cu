// Multiplies every number by one factor that lies in memory, too. A thread takes Items pieces of Bytes bytes. How wide
// a load is, and how many are under way at once, is decided by what the compiler knows about the pointers.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// Aligned to its size: one load of 4, 8 or 16 bytes.
template <int Bytes>
struct alignas(Bytes) Piece {
    float part[Bytes / 4];
};

// The same bytes, but all that is known of the address is that it is a float's.
template <int Bytes>
struct Loose {
    float part[Bytes / 4];
};

template <typename T>
__device__ __forceinline__ T times(T piece, float factor)
{
#pragma unroll
    for (float& part : piece.part) part *= factor;
    return piece;
}

// Calls each(i) for the thread's pieces. They are blockDim.x apart, so that a warp's 32 pieces lie side by side; the
// arrays end where a block's pieces end.
template <int Items, typename Each>
__device__ __forceinline__ void for_each_piece(Each each)
{
    const unsigned first = blockIdx.x * blockDim.x * Items + threadIdx.x;
#pragma unroll
    for (unsigned j = 0; j < Items; ++j) each(j, first + j * blockDim.x);
}

// Any store to `out` may change the factor or the next piece, so each load waits for the store before it.
template <int Bytes, int Items>
__global__ SPILLWAY_LAUNCH_BOUNDS void vector_loads_aliased(const Piece<Bytes>* in, const float* factor,
                                                            Piece<Bytes>* out)
{
    SPILLWAY_SPILL_TARGET;
    for_each_piece<Items>([&](unsigned, unsigned i) { out[i] = times(in[i], *factor); });
}

// A promise: nothing that is read through one of these pointers is written through another.
template <int Bytes, int Items>
__global__ SPILLWAY_LAUNCH_BOUNDS void vector_loads_restricted(const Piece<Bytes>* __restrict__ in,
                                                               const float* __restrict__ factor,
                                                               Piece<Bytes>* __restrict__ out)
{
    SPILLWAY_SPILL_TARGET;
    for_each_piece<Items>([&](unsigned, unsigned i) { out[i] = times(in[i], *factor); });
}

// No promise, but the source itself loads everything before it stores anything.
template <int Bytes, int Items>
__global__ SPILLWAY_LAUNCH_BOUNDS void vector_loads_loads_first(const Piece<Bytes>* in, const float* factor,
                                                                Piece<Bytes>* out)
{
    SPILLWAY_SPILL_TARGET;
    const float by = *factor;
    Piece<Bytes> piece[Items];
    for_each_piece<Items>([&](unsigned j, unsigned i) { piece[j] = in[i]; });
    for_each_piece<Items>([&](unsigned j, unsigned i) { out[i] = times(piece[j], by); });
}

// The promise, but no alignment: a piece is loaded and stored float by float.
template <int Bytes, int Items>
__global__ SPILLWAY_LAUNCH_BOUNDS void vector_loads_loose(const Loose<Bytes>* __restrict__ in,
                                                          const float* __restrict__ factor,
                                                          Loose<Bytes>* __restrict__ out)
{
    SPILLWAY_SPILL_TARGET;
    for_each_piece<Items>([&](unsigned, unsigned i) { out[i] = times(in[i], *factor); });
}
