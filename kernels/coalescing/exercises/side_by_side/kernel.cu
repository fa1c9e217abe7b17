// A copy in which every thread walks its own stretch.
//
// Yours are the lines between the two marks below: which element a thread copies in which step. The rest is what you
// begin with. It is right, and your result is compared with it.

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// How many sectors of 32 bytes the 32 lanes of a warp ask for at once, at most: the compiler goes through all steps of
// the first two warps of 4,096 threads.
template <int Stretch, typename How>
constexpr __device__ int sectors_at_once()
{
    int most = 0;
    for (int warp = 0; warp < 2; ++warp)
        for (int step = 0; step < Stretch; ++step) {
            int sector[32] = {}, count = 0;
            for (int lane = 0; lane < 32; ++lane) {
                sector[lane] = How::element(32 * warp + lane, step, 4096) / 8;
                bool is_new = true;
                for (int other = 0; other < lane; ++other) is_new = is_new && sector[other] != sector[lane];
                if (is_new) ++count;
            }
            if (count > most) most = count;
        }
    return most;
}

// In each step a thread copies one element. The block has as much shared memory as its warp asks for at once, so that
// the compiler's report tells it.
template <int Stretch, typename How>
__device__ __forceinline__ void copy(const int* in, int* out, int threads)
{
    __shared__ volatile int asked[8 * sectors_at_once<Stretch, How>()];
    asked[0] = 0;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= threads) return;
    for (int step = 0; step < Stretch; ++step) {
        const int element = How::element(i, step, threads);
        out[element] = in[element];
    }
}

// What you begin with, and what your result is compared with.
template <int Stretch>
struct OwnStretch {
    static constexpr __device__ int element(int thread, int step, int threads) { return thread * Stretch + step; }
};

template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    copy<Stretch, OwnStretch<Stretch>>(in, out, threads);
}

// ---- yours from here ----
template <int Stretch>
struct Yours {
    // Which element thread `thread` of `threads` copies in step `step`. The compiler asks it too, so it is constexpr.
    static constexpr __device__ int element(int thread, int step, int threads) { return thread * Stretch + step; }
};

template <int Stretch>
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int threads)
{
    SPILLWAY_SPILL_TARGET;
    copy<Stretch, Yours<Stretch>>(in, out, threads);
}
// ---- yours to here ----
