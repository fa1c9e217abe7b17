// Wrong: result
__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int4* in, int* out, int elements)
{
    SPILLWAY_SPILL_TARGET;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const int4 v = in[i];
    unsigned a = v.x, b = v.y, c = v.z, d = v.w, t;
    if (b < a) {
        t = a;
        a = b;
        b = t;
    }
    if (d < c) {
        t = c;
        c = d;
        d = t;
    }
    if (c < a) {
        t = a;
        a = c;
        c = t;
    }
    if (d < b) {
        t = b;
        b = d;
        d = t;
    }
    if (c < b) {
        t = b;
        b = c;
        c = t;
    }
    out[i] = int(a + 2 * b + 3 * c + 4 * d);
}
