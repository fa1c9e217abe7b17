// Particles with eight fields, in an array of structures.
//
// Yours are the lines between the two marks below: at which word a field of a particle lies. The rest is what you begin
// with. It is right, and your result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// How many sectors of 32 bytes the 32 lanes of a warp touch for one field, at most: the compiler goes through all
// fields of the first two warps of 4,096 particles.
template <int Fields, typename Where>
constexpr __device__ int sectors_at_once()
{
    int most = 0;
    for (int warp = 0; warp < 2; ++warp)
        for (int field = 0; field < Fields; ++field) {
            int sector[32] = {}, count = 0;
            for (int lane = 0; lane < 32; ++lane) {
                sector[lane] = Where::word(32 * warp + lane, field, 4096) / 8;
                bool is_new = true;
                for (int other = 0; other < lane; ++other) is_new = is_new && sector[other] != sector[lane];
                if (is_new) ++count;
            }
            if (count > most) most = count;
        }
    return most;
}

// Writes the fields of the thread's particle, and adds up two fields of the particle at the other end of the block. The
// block has as much shared memory as a warp touches for a field, so that the compiler's report tells it. There are
// words for eight fields of all particles, rounded up to a multiple of 256 particles.
template <int Fields, typename Where>
__device__ __forceinline__ void write_and_read(const unsigned* seed, unsigned* words, unsigned* out, int particles)
{
    __shared__ volatile int touched[8 * sectors_at_once<Fields, Where>()];
    touched[0] = 0;
    const int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
    if (i < particles)
        for (int field = 0; field < Fields; ++field)
            words[Where::word(i, field, particles)] = seed[i] * (2 * field + 3);
    __syncthreads();
    if (i >= particles) return;
    const int last = first + blockDim.x < particles ? first + blockDim.x - 1 : particles - 1;
    const int other = last - threadIdx.x;
    out[i] = words[Where::word(other, 1, particles)] ^ words[Where::word(other, Fields - 2, particles)];
}

// What you begin with, and what your result is compared with.
template <int Fields>
struct Structures {
    static constexpr __device__ int word(int particle, int field, int particles) { return particle * Fields + field; }
};

template <int Fields>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const unsigned* seed, unsigned* words, unsigned* out, int particles)
{
    SPILLWAY_SPILL_TARGET;
    write_and_read<Fields, Structures<Fields>>(seed, words, out, particles);
}

// ---- yours from here ----
template <int Fields>
struct Yours {
    // At which word field `field` of particle `particle` of `particles` lies. The compiler asks it too, so it is
    // constexpr.
    static constexpr __device__ int word(int particle, int field, int particles) { return particle * Fields + field; }
};

template <int Fields>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* seed, unsigned* words, unsigned* out, int particles)
{
    SPILLWAY_SPILL_TARGET;
    write_and_read<Fields, Yours<Fields>>(seed, words, out, particles);
}
// ---- yours to here ----
