// Transposes a matrix of `rows` rows and `columns` columns: row y of `in` becomes column y of `out`.
//
// Yours are the lines between the two marks below. The rest is the kernel that you begin with. It is right, and your
// result is compared with it.
//
// Counted with the result: how many sectors of 32 bytes the warps touch. The reference goes down the columns of
// `out`.
// ---- counted: sectors of in, at most 2 times the reference's ----
// ---- counted: sectors of out, at most 0.4 times the reference's ----

#ifndef SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_LAUNCH_BOUNDS
#define SPILLWAY_SPILL_TARGET ((void)0)
#endif

// What you begin with, and what your result is compared with.
__global__ SPILLWAY_LAUNCH_BOUNDS void as_it_was(const int* in, int* out, int rows, int columns)
{
    SPILLWAY_SPILL_TARGET;
    const int x = blockIdx.x * 32 + threadIdx.x;
    for (int row = 0; row < 32; row += 8) {
        const int y = blockIdx.y * 32 + row + threadIdx.y;
        if (x < columns && y < rows) out[size_t(x) * rows + y] = in[size_t(y) * columns + x];
    }
}

// ---- yours from here ----
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* in, int* out, int rows, int columns)
{
    SPILLWAY_SPILL_TARGET;
    const int x = blockIdx.x * 32 + threadIdx.x;
    for (int row = 0; row < 32; row += 8) {
        const int y = blockIdx.y * 32 + row + threadIdx.y;
        if (x < columns && y < rows) out[size_t(x) * rows + y] = in[size_t(y) * columns + x];
    }
}
// ---- yours to here ----
